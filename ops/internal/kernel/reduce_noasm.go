//go:build !amd64 || purego

package kernel

import "unsafe"

func rowBlocks(Fold, Num) (block rowBlock, each int) { return nil, 0 }

func secondRows(Fold, Num) rowBlock { return nil }

func findBlocks(Num) func(n int, x unsafe.Pointer, v uint64) int { return nil }

func sumBlocks(Fold) func(n int, x unsafe.Pointer) float64 { return nil }

func planeBlocks() func(n int, x unsafe.Pointer) (re, im float64) { return nil }

func hasLanes() bool { return false }

func addBlocks(second bool, n int, sums *lanes, x unsafe.Pointer) (even, odd float64) { return 0, 0 }

func countBlocks(Num) (sum func(n int, x unsafe.Pointer) uint64, each int) { return nil, 0 }

func extremeBlocks(Num, bool) extremeBlock { return nil }

func gemmTiles(Num) (g tiles) { return g }

func secondExtremes(Num, bool) extremeBlock { return nil }
