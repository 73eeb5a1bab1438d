package ndarray

import "github.com/ndtool/ndtool/ndarray/move"

// allocate returns n zeroed bytes, aligned to 64. A shape that broadcasting or a
// caller made too large is an error and not the end of the program.
func allocate(n int) ([]byte, error) {
	if !move.Room(n) {
		return nil, fail("memory", ErrMemory, "%d bytes are more than the system can give now", n)
	}
	return move.Alloc(n), nil
}
