package ndarray_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/ndtool/ndtool/internal/looks"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// TestContextOfViews: views have the context, what is new has not, and arrays of
// two contexts over one storage still know each other.
func TestContextOfViews(t *testing.T) {
	a, err := ndarray.FromSlice(make([]float32, 12), 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b := a.WithContext(ctx)
	if !b.SameStorage(a) || !a.SameStorage(b) || ndarray.SharesMemory(a, b) != layout.Yes {
		t.Error("the array under a context does not share the storage")
	}
	v := b.Transpose()
	if v.Context() != ctx {
		t.Error("a view has lost the context")
	}
	c, err := b.Clone(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if c.Context().Done() != nil || ndarray.ContextErr(a, c) != nil {
		t.Error("a copy has the context of the original")
	}
	if err := ndarray.ContextErr(a, v, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a view whose context is done", err)
	}
	for name, f := range map[string]func() error{
		"read":  func() error { return ndarray.Copy(c, b) },
		"write": func() error { return ndarray.Copy(v.Transpose(), c) },
		"clone": func() error { _, err := v.Clone(layout.C); return err },
		"typed": func() error { _, err := ndarray.As[float32](v); return err },
	} {
		if err := f(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := ndarray.Copy(c, b.WithContext(context.Background())); err != nil {
		t.Errorf("freed of the context: %v", err)
	}
}

// TestContextStopsCopy copies several pieces under a context that is done after
// the first: the second is not written.
func TestContextStopsCopy(t *testing.T) {
	const n = 192 << 20
	src, err := ndarray.New(dtype.Uint8, 1) // expanded: no memory is read
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(src, 1); err != nil {
		t.Fatal(err)
	}
	long, err := src.Expand(n)
	if err != nil {
		t.Fatal(err)
	}
	dst, err := ndarray.New(dtype.Uint8, n)
	if err != nil {
		t.Fatal(err)
	}
	// One look when the storage is taken and one before each piece.
	err = ndarray.Copy(dst, long.WithContext(looks.New(t, 2)))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	b, _ := dst.Bytes()
	if b[0] != 1 || b[n-1] != 0 {
		t.Errorf("first byte %d and last %d; the first piece alone should be written", b[0], b[n-1])
	}
	runtime.KeepAlive(dst)
}

func fill(a *ndarray.Array, v byte) error {
	b, ok := a.Bytes()
	if !ok {
		return errors.New("no bytes")
	}
	for i := range b {
		b[i] = v
	}
	return nil
}

// TestContextOfClosable: a storage that is closed waits for the uses of its arrays
// under contexts too.
func TestContextOfClosable(t *testing.T) {
	s := ndarray.NewStorage(make([]byte, 8), ndarray.StorageOptions{Owner: t})
	l, err := layout.New(1, layout.C, 8)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.FromStorage(s, dtype.Uint8, l)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := a.WithContext(ctx)
	if _, err := b.Storage().Acquire(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() { s.Close(); close(closed) }()
	for !b.Storage().Closed() {
		runtime.Gosched()
	}
	select {
	case <-closed:
		t.Error("closed while in use")
	default:
	}
	b.Storage().Release()
	<-closed
	if _, err := b.Storage().Acquire(); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("error %v", err)
	}
}
