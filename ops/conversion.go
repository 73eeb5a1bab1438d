package ops

import (
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// conversion returns the loop from native elements of one type to native
// elements of another, nil where they are the same. It fails with ErrDType for
// a pair that is not converted.
func conversion(op string, from, to dtype.Type) (kernel.Loop, error) {
	if from == to {
		return nil, nil
	}
	f, isNumber := number(from)
	t, toNumber := number(to)
	switch {
	case isNumber && toNumber:
		return kernel.Cast(f, t), nil
	case isDate(from) && isDate(to):
		return dateConversion(op, from, to)
	case isDate(from) && toNumber && !isComplex(t):
		return kernel.Cast(kernel.I64, t), nil
	case isNumber && isDate(to) && !isComplex(f):
		return kernel.CastToDate(f), nil
	case isText(from) && to == dtype.Bool:
		return kernel.AnyByte(from.ItemSize()), nil
	case isText(from) && isText(to):
		return textConversion(from, to), nil
	case from.Kind() == dtype.KindRecord && to.Kind() == dtype.KindRecord:
		if parts, ok := recordParts(from, to, 0, 0, nil); ok {
			return kernel.Gather(parts), nil
		}
	case from.Kind() == dtype.KindVoid && to.Kind() == dtype.KindVoid:
		return kernel.Fit(from.ItemSize(), to.ItemSize()), nil
	}
	return nil, fail(op, ErrDType, "%.60s is not converted to %.60s", from, to)
}

func textConversion(from, to dtype.Type) kernel.Loop {
	n, m := from.ItemSize(), to.ItemSize()
	wide, toWide := from.Kind() == dtype.KindUnicode, to.Kind() == dtype.KindUnicode
	switch {
	case wide == toWide:
		return kernel.Fit(n, m)
	case wide:
		return kernel.Characters(n/4, m, true)
	}
	return kernel.Characters(n, m/4, false)
}

// recordParts lists the runs of bytes that carry a record into one of the same
// fields at other places; ok is false if the fields differ.
func recordParts(from, to dtype.Type, fromAt, toAt int, parts []kernel.Part) (_ []kernel.Part, ok bool) {
	fs, ts := from.Fields(), to.Fields()
	if len(fs) != len(ts) {
		return nil, false
	}
	for k, f := range fs {
		t := ts[k]
		n, m := count(f.Shape), count(t.Shape)
		if f.Name != t.Name || n != m {
			return nil, false
		}
		f.Offset, t.Offset = f.Offset+fromAt, t.Offset+toAt
		if f.Type == t.Type {
			parts = append(parts, kernel.Part{From: f.Offset, To: t.Offset, Len: n * f.Type.ItemSize()})
			continue
		}
		for range n {
			if parts, ok = recordParts(f.Type, t.Type, f.Offset, t.Offset, parts); !ok {
				return nil, false
			}
			f.Offset += f.Type.ItemSize()
			t.Offset += t.Type.ItemSize()
		}
	}
	return parts, len(fs) > 0 || from == to
}

// count is the number of elements of a shape.
func count(shape []int) int {
	n := 1
	for _, size := range shape {
		n *= size
	}
	return n
}
