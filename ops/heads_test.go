package ops_test

import (
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// noise returns float32 values between -1 and 1 in a shape.
func noise(seed uint64, shape ...int) *ndarray.Array {
	n, err := layout.Size(shape)
	if err != nil {
		log.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	s := make([]float32, n)
	for i := range s {
		s[i] = 2*r.Float32() - 1
	}
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		log.Fatal(err)
	}
	return a
}

// scores multiplies every query head with the keys of its group: queries
// (batch, heads, rows, n) and keys (batch, groups, length, n) give (batch,
// heads, rows, length). The keys are broadcast, not repeated.
func scores(q, k *ndarray.Array) (*ndarray.Array, error) {
	b, heads, rows, n := q.Dim(0), q.Dim(1), q.Dim(2), q.Dim(3)
	groups, length := k.Dim(1), k.Dim(2)
	grouped, err := q.View(b, groups, heads/groups, rows, n)
	if err != nil {
		return nil, err
	}
	kt, err := k.SwapAxes(2, 3)
	if err != nil {
		return nil, err
	}
	if kt, err = kt.Unsqueeze(2); err != nil {
		return nil, err
	}
	s, err := ops.MatMul(nil, grouped, kt)
	if err != nil {
		return nil, err
	}
	return s.View(b, heads, rows, length)
}

// Eight query heads share two key heads: head h reads key ⌊h/4⌋.
func ExampleMatMul_groups() {
	q, k := noise(1, 1, 8, 1, 64), noise(2, 1, 2, 16, 64)
	grouped, err := scores(q, k)
	if err != nil {
		log.Fatal(err)
	}
	repeated, err := ops.Repeat(nil, k, 1, 4) // four copies of each key head
	if err != nil {
		log.Fatal(err)
	}
	kt, _ := repeated.SwapAxes(2, 3)
	want, err := ops.MatMul(nil, q, kt)
	if err != nil {
		log.Fatal(err)
	}
	equal, err := ops.AllClose(grouped, want, ops.Tolerance{Absolute: 1e-5})
	fmt.Println(grouped.Shape(), equal, err)
	fmt.Println("repeated keys:", repeated.NumBytes()/k.NumBytes(), "times as large")

	// Expanding the keys and viewing them as eight heads needs a copy.
	five, _ := k.Unsqueeze(2)
	wide, _ := five.Expand(1, 2, 4, 16, 64)
	_, err = wide.View(1, 8, 16, 64)
	fmt.Println(errors.Is(err, layout.ErrNeedsCopy))
	// Output:
	// [1 8 1 16] true <nil>
	// repeated keys: 4 times as large
	// true
}

// TestGroupsCopyNoKeys measures what the broadcast product allocates: less than
// one copy of the keys, of which repeating would make four.
func TestGroupsCopyNoKeys(t *testing.T) {
	q, k := noise(1, 1, 8, 1, 64), noise(2, 1, 2, 4096, 64)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s, err := scores(q, k)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	allocated := int(after.TotalAlloc - before.TotalAlloc)
	t.Logf("allocated %d bytes for a result of %d and keys of %d", allocated, s.NumBytes(), k.NumBytes())
	if allocated > s.NumBytes()+k.NumBytes()/4 {
		t.Errorf("allocated %d bytes: the keys of %d bytes were copied", allocated, k.NumBytes())
	}
}
