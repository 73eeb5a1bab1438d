//go:build !amd64 || purego

package kernel

import "unsafe"

func rowBlocks(Fold, Num) (block rowBlock, each int) { return nil, 0 }

func sumBlocks(Fold, Num) func(n int, x unsafe.Pointer) float64 { return nil }

func countBlocks(Num) (sum func(n int, x unsafe.Pointer) uint64, each int) { return nil, 0 }

func extremeBlocks(Num, bool) extremeBlock { return nil }

func gemmTiles(Num) (g tiles) { return g }
