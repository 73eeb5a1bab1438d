//go:build !linux

package move

func adviseHuge([]byte) {}
