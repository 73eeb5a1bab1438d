//go:build !amd64 || purego

package kernel

import "unsafe"

// Without assembly the loops in Go do all the work.

func binaryBlocks(Op, Num) binaryBlock { return nil }

func truthBlocks(int) binaryBlock { return nil }

func compareBlocks(Relation, Num) (c comparison, ok bool) { return c, false }

func castBlocks(from, to Num) castBlock { return nil }

func unaryBlocks(Func, Num) blockOfOne { return nil }

func groups(Func, Num) (g bounded) { return g }

func swapBlocks(int) blockOfOne { return nil }

func whereBlocks(int) whereBlock { return nil }

func clipBlocks(Num) clipBlock { return nil }

func evenBlocks(int) blockOfOne { return nil }

// Ask does nothing here.
func Ask(unsafe.Pointer, int) {}

// Past tells that there is no such loop.
func Past(int) Loop { return nil }

// Fence does nothing here.
func Fence() {}
