package gonummat_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/gonummat"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// count returns 1, 2, 3, … of a dtype as bytes that start shift bytes after an
// aligned address.
func count(t rapid.TB, dt dtype.Type, shift, r, c int) *ndarray.Array {
	t.Helper()
	packed, err := layout.New(dt.ItemSize(), layout.C, r, c)
	if err != nil {
		t.Fatal(err)
	}
	aligned, err := ndarray.New(dtype.Uint8, 64+r*c*dt.ItemSize())
	if err != nil {
		t.Fatal(err)
	}
	b, _ := aligned.Bytes()
	a, err := ndarray.FromBytes(b[shift:], dt, packed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r {
		for j := range c {
			set(t, a, float64(i*c+j+1), i, j)
		}
	}
	return a
}

// set writes x, and for complex dtypes x-xi.
func set(t rapid.TB, a *ndarray.Array, x float64, i, j int) {
	t.Helper()
	switch a.DType().Native() {
	case dtype.Float64:
		v, err := ndarray.As[float64](a)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(x, i, j)
	case dtype.Float32:
		v, err := ndarray.As[float32](a)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(float32(x), i, j)
	case dtype.Complex128:
		v, err := ndarray.As[complex128](a)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(complex(x, -x), i, j)
	case dtype.Complex64:
		v, err := ndarray.As[complex64](a)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(complex(float32(x), -float32(x)), i, j)
	}
}

// drawView draws a 2-d view and the numbers that it shows.
func drawView(r *rapid.T, dt dtype.Type) (*ndarray.Array, [][]float64) {
	if rapid.Bool().Draw(r, "big endian") {
		dt = dt.WithOrder(dtype.Big)
	}
	rows, cols := rapid.IntRange(1, 6).Draw(r, "rows"), rapid.IntRange(1, 6).Draw(r, "cols")
	a := count(r, dt, rapid.SampledFrom([]int{0, 0, 1}).Draw(r, "shift"), rows, cols)
	want := make([][]float64, rows)
	for i := range want {
		for j := range cols {
			want[i] = append(want[i], float64(i*cols+j+1))
		}
	}
	var err error
	for range rapid.IntRange(0, 3).Draw(r, "steps") {
		switch rapid.IntRange(0, 3).Draw(r, "step") {
		case 0:
			a = a.Transpose()
			turned := make([][]float64, len(want[0]))
			for i := range want {
				for j := range want[i] {
					turned[j] = append(turned[j], want[i][j])
				}
			}
			want = turned
		case 1: // rows back to front
			a, err = a.Flip(0)
			for i, j := 0, len(want)-1; i < j; i, j = i+1, j-1 {
				want[i], want[j] = want[j], want[i]
			}
		case 2: // the first columns
			k := rapid.IntRange(1, len(want[0])).Draw(r, "k")
			a, err = a.Slice(layout.All, layout.To(k))
			for i := range want {
				want[i] = want[i][:k]
			}
		case 3: // every second row
			a, err = a.Slice(layout.All.By(2))
			var some [][]float64
			for i := 0; i < len(want); i += 2 {
				some = append(some, want[i])
			}
			want = some
		}
		if err != nil {
			r.Fatal(err)
		}
	}
	return a, want
}

// TestReal reads views through every real matrix, which are the same numbers,
// and writes through those that say that they are no copies.
func TestReal(t *testing.T) {
	shared, copied := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		a, want := drawView(r, dtype.Float64)
		m, err := gonummat.Matrix(a)
		if err != nil {
			r.Fatal(err)
		}
		d, wasCopied, err := gonummat.Dense(a)
		if err != nil {
			r.Fatal(err)
		}
		for i, row := range want {
			for j, x := range row {
				if m.At(i, j) != x || m.T().At(j, i) != x || d.At(i, j) != x {
					r.Fatalf("element %d, %d is %v, %v, %v, want %v", i, j, m.At(i, j), m.T().At(j, i), d.At(i, j), x)
				}
			}
		}
		d.Set(0, 0, -7)
		if through := m.At(0, 0) == -7; through == wasCopied {
			r.Fatalf("copied is %t, and a write is seen: %t", wasCopied, through)
		}
		if wasCopied {
			copied++
		} else {
			shared++
		}
		var product, plain mat.Dense
		product.Mul(m, m.T())
		whole := mat.DenseCopyOf(m)
		plain.Mul(whole, whole.T())
		if !mat.EqualApprox(&product, &plain, 1e-12) {
			r.Fatalf("m·mᵀ is\n%v\nwant\n%v", mat.Formatted(&product), mat.Formatted(&plain))
		}
		back, wasCopied, err := gonummat.FromMatrix(m)
		if err != nil || wasCopied || !back.SameStorage(a) {
			r.Fatalf("FromMatrix(Matrix(a)) is no view of a: %v", err)
		}
	})
	if shared == 0 || copied == 0 {
		t.Errorf("%d shared and %d copied: the cases lack one kind", shared, copied)
	}
	rapid.Check(t, func(r *rapid.T) {
		a, want := drawView(r, dtype.Float32)
		m, err := gonummat.Matrix(a)
		if err != nil {
			r.Fatal(err)
		}
		g, _, err := gonummat.General32(a)
		if err != nil {
			r.Fatal(err)
		}
		for i, row := range want {
			for j, x := range row {
				if m.At(i, j) != x || g.Data[i*g.Stride+j] != float32(x) {
					r.Fatalf("element %d, %d is %v, %v, want %v", i, j, m.At(i, j), g.Data[i*g.Stride+j], x)
				}
			}
		}
	})
}

func TestComplex(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, want := drawView(r, rapid.SampledFrom([]dtype.Type{dtype.Complex64, dtype.Complex128}).Draw(r, "dtype"))
		m, err := gonummat.CMatrix(a)
		if err != nil {
			r.Fatal(err)
		}
		var at func(i, j int) complex128
		if a.ItemSize() == 16 {
			d, _, err := gonummat.CDense(a)
			if err != nil {
				r.Fatal(err)
			}
			at = d.At
		} else {
			g, _, err := gonummat.CGeneral64(a)
			if err != nil {
				r.Fatal(err)
			}
			at = func(i, j int) complex128 { return complex128(g.Data[i*g.Stride+j]) }
		}
		for i, row := range want {
			for j, x := range row {
				if c := complex(x, -x); m.At(i, j) != c || m.T().At(j, i) != c || m.H().At(j, i) != complex(x, x) || at(i, j) != c {
					r.Fatalf("element %d, %d is %v, %v, %v, %v, want %v", i, j, m.At(i, j), m.T().At(j, i), m.H().At(j, i), at(i, j), c)
				}
			}
		}
	})
}

// TestCopies names what has to be copied and what has not.
func TestCopies(t *testing.T) {
	base := count(t, dtype.Float64, 0, 4, 6)
	slice := func(a *ndarray.Array, spec string) *ndarray.Array {
		ix, err := layout.ParseIndex(spec)
		if err != nil {
			t.Fatal(err)
		}
		if a, err = a.Slice(ix...); err != nil {
			t.Fatal(err)
		}
		return a
	}
	readOnly, err := ndarray.FromStorage(ndarray.NewStorage(make([]byte, 192), ndarray.StorageOptions{ReadOnly: true}), dtype.Float64, base.Layout())
	if err != nil {
		t.Fatal(err)
	}
	broadcast, err := slice(base, ":1").Expand(4, 6)
	if err != nil {
		t.Fatal(err)
	}
	overlapping, err := base.AsStrided([]int{4, 6}, []int{8, 8}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		a      *ndarray.Array
		copied bool
		stride int
	}{
		{"whole", base, false, 6},
		{"columns", slice(base, ":,1:4"), false, 6},
		{"every second row", slice(base, "::2"), false, 12},
		{"one row", slice(base, "2:3,::1"), false, 6},
		{"one column", slice(base, ":,3:4"), false, 6},
		{"one row backwards", slice(base, "::-4"), false, 6},
		{"no row", slice(base, "4:"), false, 6},
		{"every second column", slice(base, ":,::2"), true, 3},
		{"transposed", base.Transpose(), true, 4},
		{"rows backwards", slice(base, "::-1"), true, 6},
		{"broadcast", broadcast, true, 6},
		{"overlapping rows", overlapping, true, 6},
		{"read-only", readOnly, true, 6},
		{"other byte order", count(t, dtype.Float64.WithOrder(dtype.NativeOrder.Other()), 0, 4, 6), true, 6},
		{"misaligned", count(t, dtype.Float64, 3, 4, 6), true, 6},
	} {
		g, copied, err := gonummat.General64(c.a)
		if err != nil || copied != c.copied || g.Stride != c.stride {
			t.Errorf("%s: copied %t, stride %d, %v, want %t and %d", c.name, copied, g.Stride, err, c.copied, c.stride)
		}
	}
}

// TestFrom shares the memory of gonum's matrices.
func TestFrom(t *testing.T) {
	whole := mat.NewDense(4, 5, nil)
	for i := range 4 {
		for j := range 5 {
			whole.Set(i, j, float64(10*i+j))
		}
	}
	part := whole.Slice(1, 3, 2, 5).(*mat.Dense)
	a, err := gonummat.FromDense(part)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(a.Shape(), a.Strides()); got != "[2 3] [40 8]" {
		t.Errorf("shape and strides are %s", got)
	}
	v, err := ndarray.As[float64](a)
	if err != nil {
		t.Fatal(err)
	}
	if v.At(1, 2) != 24 {
		t.Errorf("element (1, 2) is %v, want 24", v.At(1, 2))
	}
	v.Set(-1, 0, 0)
	if whole.At(1, 2) != -1 {
		t.Error("a write to the array is not seen in the matrix")
	}
	turned, copied, err := gonummat.FromMatrix(part.T())
	if err != nil || copied || turned.Dim(0) != 3 {
		t.Errorf("FromMatrix of a transpose: %v, copied %t, %v", turned, copied, err)
	}
	sym, copied, err := gonummat.FromMatrix(mat.NewSymDense(2, []float64{1, 2, 2, 3}))
	if err != nil || !copied || ndarray.Format(sym, ndarray.FormatOptions{}) != "[[1. 2.]\n [2. 3.]]" {
		t.Errorf("FromMatrix of a symmetric one: %s, copied %t, %v", ndarray.Format(sym, ndarray.FormatOptions{}), copied, err)
	}
	if e, err := gonummat.FromDense(new(mat.Dense)); err != nil || e.Len() != 0 {
		t.Errorf("FromDense of the empty matrix: %v, %v", e, err)
	}

	g, err := gonummat.FromGeneral32(blas32.General{Rows: 2, Cols: 2, Stride: 3, Data: []float32{1, 2, 9, 3, 4}})
	if err != nil || ndarray.Format(g, ndarray.FormatOptions{}) != "[[1. 2.]\n [3. 4.]]" {
		t.Errorf("FromGeneral32: %v, %v", g, err)
	}
	if _, err := gonummat.FromCGeneral64(cblas64.General{Rows: 1, Cols: 2, Data: []complex64{1, 2i}}); err != nil {
		t.Errorf("FromCGeneral64 of a row without a stride: %v", err)
	}
	if _, err := gonummat.FromCDense(mat.NewCDense(2, 2, nil)); err != nil {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	array := func(dt dtype.Type, shape ...int) *ndarray.Array {
		a, err := ndarray.New(dt, shape...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	matrix := func(a *ndarray.Array) error { _, err := gonummat.Matrix(a); return err }
	cmatrix := func(a *ndarray.Array) error { _, err := gonummat.CMatrix(a); return err }
	dense := func(a *ndarray.Array) error { _, _, err := gonummat.Dense(a); return err }
	type owner struct{}
	closing := ndarray.NewStorage(make([]byte, 32), ndarray.StorageOptions{Owner: owner{}})
	closed, err := ndarray.FromStorage(closing, dtype.Float64, array(dtype.Float64, 2, 2).Layout())
	if err != nil {
		t.Fatal(err)
	}
	closing.Close()
	for _, c := range []struct {
		name string
		err  error
		kind error
	}{
		{"1-d", matrix(array(dtype.Float64, 3)), layout.ErrRank},
		{"3-d", dense(array(dtype.Float64, 3, 1, 1)), layout.ErrRank},
		{"int64", matrix(array(dtype.Int64, 3, 1)), ndarray.ErrDType},
		{"complex64", matrix(array(dtype.Complex64, 3, 1)), ndarray.ErrDType},
		{"float64", cmatrix(array(dtype.Float64, 3, 1)), ndarray.ErrDType},
		{"float32", dense(array(dtype.Float32, 3, 1)), ndarray.ErrDType},
		{"no rows of 3", dense(array(dtype.Float64, 0, 3)), layout.ErrShape},
		{"closed", matrix(closed), ndarray.ErrClosed},
		{"closed", dense(closed), ndarray.ErrClosed},
	} {
		if !errors.Is(c.err, c.kind) {
			t.Errorf("%s: %v, want %v", c.name, c.err, c.kind)
		}
	}
	for _, c := range []struct {
		g    blas64.General
		kind error
	}{
		{blas64.General{Rows: 2, Cols: 3, Stride: 3, Data: make([]float64, 5)}, layout.ErrBounds},
		{blas64.General{Rows: 2, Cols: 3, Stride: math.MaxInt / 4, Data: make([]float64, 5)}, layout.ErrBounds},
		{blas64.General{Rows: 2, Cols: 3, Stride: 2, Data: make([]float64, 6)}, layout.ErrShape},
		{blas64.General{Rows: -2, Cols: 3, Stride: 3, Data: make([]float64, 6)}, layout.ErrShape},
	} {
		if _, err := gonummat.FromGeneral64(c.g); !errors.Is(err, c.kind) {
			t.Errorf("%+v: %v, want %v", c.g, err, c.kind)
		}
	}
	if _, err := gonummat.FromCGeneral128(cblas128.General{Rows: 2, Cols: 1, Stride: 1, Data: make([]complex128, 1)}); !errors.Is(err, layout.ErrBounds) {
		t.Errorf("%v", err)
	}
}
