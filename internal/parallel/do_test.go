package parallel

import (
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/ndtool/ndtool/internal/mapping"
)

func TestDo(t *testing.T) {
	for n := range 9 {
		calls := make([]atomic.Int32, n)
		Do(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if c := calls[i].Load(); c != 1 {
				t.Errorf("of %d calls, number %d was made %d times", n, i, c)
			}
		}
	}
}

// TestFault reads a mapping of a file that was cut, in one of the goroutines: the
// caller gets the fault as a panic, after the others have ended.
func TestFault(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mapped file cannot be cut on this system")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "cut"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const n, size = 4, 1 << 20
	if err := f.Truncate(n * size); err != nil {
		t.Fatal(err)
	}
	b, err := mapping.Map(f, 0, n*size, mapping.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer mapping.Unmap(b)
	for cut := range n {
		if err := f.Truncate(int64(cut * size)); err != nil {
			t.Fatal(err)
		}
		var ended atomic.Int32
		fault := mapping.Guard(func() {
			Do(n, func(i int) {
				defer ended.Add(1)
				for k := i * size; k < (i+1)*size; k += 512 {
					sink.Add(int64(b[k]))
				}
			})
		})
		if fault == nil {
			t.Errorf("cut to %d bytes: no fault", cut*size)
		}
		if e := ended.Load(); e != n {
			t.Errorf("cut to %d bytes: %d goroutines of %d have ended", cut*size, e, n)
		}
		if err := f.Truncate(n * size); err != nil {
			t.Fatal(err)
		}
	}
}

var sink atomic.Int64
