//go:build !linux

package atomicfile

// renameNew renames from to to unless to exists.
func renameNew(from, to string) error { return linkNew(from, to) }
