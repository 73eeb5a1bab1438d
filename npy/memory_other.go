//go:build !linux

package npy

func adviseHuge([]byte) {}
