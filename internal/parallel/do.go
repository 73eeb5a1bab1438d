// Package parallel shares work out to goroutines.
package parallel

import (
	"runtime/debug"
	"sync"

	"github.com/ndtool/ndtool/internal/mapping"
)

// Do calls f(0) to f(n-1) at once, f(0) in the caller's goroutine, and returns when
// all have returned.
//
// Faults, as those of a mapped file that another process cuts short, are what they
// are in the caller: if it has made panics of them (debug.SetPanicOnFault), one in any
// of the goroutines is raised in the caller, once all have ended and the memory is in
// nobody's use. Other panics end the program.
func Do(n int, f func(i int)) {
	if n <= 1 {
		if n == 1 {
			f(0)
		}
		return
	}
	panics := debug.SetPanicOnFault(false)
	debug.SetPanicOnFault(panics)
	var (
		wait  sync.WaitGroup
		once  sync.Once
		first mapping.Fault
	)
	work := func(i int) {
		defer func() {
			switch p := recover().(type) {
			case nil:
			case mapping.Fault:
				once.Do(func() { first = p })
			default:
				panic(p)
			}
		}()
		f(i)
	}
	for i := 1; i < n; i++ {
		wait.Go(func() {
			debug.SetPanicOnFault(panics)
			work(i)
		})
	}
	work(0)
	wait.Wait()
	if first != nil {
		panic(first)
	}
}
