package ndarray_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// atOnce runs work in eight goroutines that start together.
func atOnce(work func(worker int)) {
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for k := range 8 {
		wg.Go(func() {
			<-begin
			work(k)
		})
	}
	close(begin)
	wg.Wait()
}

// TestConcurrentViews makes views of one array and reads, copies and prints them
// in many goroutines; the race detector watches.
func TestConcurrentViews(t *testing.T) {
	values := make([]int32, 24*64)
	for i := range values {
		values[i] = int32(i)
	}
	a, err := ndarray.FromSlice(values, 24, 64)
	if err != nil {
		t.Fatal(err)
	}
	atOnce(func(k int) {
		for range 50 {
			turned := a.Transpose()
			row, err := turned.Slice(layout.Int(k))
			if err != nil {
				t.Error(err)
				return
			}
			packed, copied, err := turned.Contiguous(layout.C)
			if err != nil {
				t.Error(err)
				return
			}
			if !copied {
				t.Error("a transposed array packed without copying")
			}
			x, err := ndarray.As[int32](packed)
			if err != nil {
				t.Error(err)
				return
			}
			if got, want := x.At(k, 3), int32(3*64+k); got != want {
				t.Errorf("element %d, want %d", got, want)
			}
			if row.String() == "" || ndarray.Format(row, ndarray.FormatOptions{}) == "" {
				t.Error("nothing printed")
			}
		}
	})
}

// TestConcurrentClose closes a storage while others read through it: each of them
// gets all the elements or ErrClosed.
func TestConcurrentClose(t *testing.T) {
	for range 20 {
		s := ndarray.NewStorage(make([]byte, 4096), ndarray.StorageOptions{})
		l, err := layout.New(4, layout.C, 32, 32)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ndarray.FromStorage(s, dtype.Int32, l)
		if err != nil {
			t.Fatal(err)
		}
		atOnce(func(k int) {
			if k == 0 {
				s.Close()
				return
			}
			if _, _, err := a.Transpose().Contiguous(layout.C); err != nil && !errors.Is(err, ndarray.ErrClosed) {
				t.Error(err)
			}
		})
	}
}
