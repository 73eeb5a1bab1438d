package mapping

import "runtime/debug"

// Fault is the runtime's error for memory that is not there, as that of a mapping
// whose file another process has cut short.
type Fault interface {
	error
	Addr() uintptr
}

// Guard calls f and returns the fault of memory that ended it, nil if none did. Other
// panics pass.
func Guard(f func()) (fault Fault) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case Fault:
			fault = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}
