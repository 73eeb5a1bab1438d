// Package mapping maps parts of files into memory.
package mapping

// Mode says what writing into a mapping does.
type Mode int

// The modes.
const (
	ReadOnly    Mode = iota // the memory must not be written
	CopyOnWrite             // writes are seen here and never reach the file
	ReadWrite               // writes reach the file
)
