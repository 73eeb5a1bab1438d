package ops

import (
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// number returns the loops' name of a type; ok is false for types that are not
// numbers and for long doubles, which are carried as bytes.
func number(dt dtype.Type) (n kernel.Num, ok bool) {
	switch size := dt.ItemSize(); dt.Kind() {
	case dtype.KindBool:
		return kernel.Bool, true
	case dtype.KindInt:
		return bySize(size, kernel.I8, kernel.I16, kernel.I32, kernel.I64)
	case dtype.KindUint:
		return bySize(size, kernel.U8, kernel.U16, kernel.U32, kernel.U64)
	case dtype.KindFloat:
		if size <= 8 {
			return bySize(size/2, kernel.F16, kernel.F32, kernel.F64)
		}
	case dtype.KindComplex:
		if size <= 16 {
			return bySize(size/8, kernel.C64, kernel.C128)
		}
	case dtype.KindBFloat16:
		return kernel.BF16, true
	case dtype.KindFloat8E4M3:
		return kernel.E4M3, true
	case dtype.KindFloat8E5M2:
		return kernel.E5M2, true
	}
	return 0, false
}

// bySize picks by a size of 1, 2, 4, 8.
func bySize(size int, of ...kernel.Num) (kernel.Num, bool) {
	for _, n := range of {
		if size == 1 {
			return n, true
		}
		size /= 2
	}
	return 0, false
}

// typeOf is the native type of the loops' numbers.
var typeOf = [kernel.Nums]dtype.Type{
	kernel.Bool: dtype.Bool,
	kernel.I8:   dtype.Int8, kernel.I16: dtype.Int16, kernel.I32: dtype.Int32, kernel.I64: dtype.Int64,
	kernel.U8: dtype.Uint8, kernel.U16: dtype.Uint16, kernel.U32: dtype.Uint32, kernel.U64: dtype.Uint64,
	kernel.F16: dtype.Float16, kernel.F32: dtype.Float32, kernel.F64: dtype.Float64,
	kernel.C64: dtype.Complex64, kernel.C128: dtype.Complex128,
	kernel.BF16: dtype.BFloat16, kernel.E4M3: dtype.Float8E4M3, kernel.E5M2: dtype.Float8E5M2,
}

// wide is the number in which arithmetic on n runs.
func wide(n kernel.Num) kernel.Num {
	switch n {
	case kernel.F16, kernel.BF16, kernel.E4M3, kernel.E5M2:
		return kernel.F32
	}
	return n
}

// isInteger reports whether n is an integer or a bool.
func isInteger(n kernel.Num) bool { return n <= kernel.U64 }

// isComplex reports whether n is a complex number.
func isComplex(n kernel.Num) bool { return n == kernel.C64 || n == kernel.C128 }

// isDate reports whether dt is a datetime64 or timedelta64.
func isDate(dt dtype.Type) bool {
	return dt.Kind() == dtype.KindDatetime || dt.Kind() == dtype.KindTimedelta
}

// isText reports whether dt is a string of bytes or of characters.
func isText(dt dtype.Type) bool {
	return dt.Kind() == dtype.KindBytes || dt.Kind() == dtype.KindUnicode
}
