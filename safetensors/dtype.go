package safetensors

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// format is an element type of the format.
type format struct {
	name string
	bits uint64     // of one element
	Type dtype.Type // zero for those that arrays here do not have
}

// formats are the element types of the format in the order of the Rust
// package, which writes tensors of later ones first.
var formats = []format{
	{"BOOL", 8, dtype.Bool},
	{"F4", 4, dtype.Type{}},
	{"F6_E2M3", 6, dtype.Type{}},
	{"F6_E3M2", 6, dtype.Type{}},
	{"U8", 8, dtype.Uint8},
	{"I8", 8, dtype.Int8},
	{"F8_E5M2", 8, dtype.Float8E5M2},
	{"F8_E4M3", 8, dtype.Float8E4M3},
	{"F8_E8M0", 8, dtype.Type{}},
	{"F8_E4M3FNUZ", 8, dtype.Type{}},
	{"F8_E5M2FNUZ", 8, dtype.Type{}},
	{"I16", 16, dtype.Int16},
	{"U16", 16, dtype.Uint16},
	{"F16", 16, dtype.Float16},
	{"BF16", 16, dtype.BFloat16},
	{"I32", 32, dtype.Int32},
	{"U32", 32, dtype.Uint32},
	{"F32", 32, dtype.Float32},
	{"C64", 64, dtype.Complex64},
	{"F64", 64, dtype.Float64},
	{"I64", 64, dtype.Int64},
	{"U64", 64, dtype.Uint64},
}

// findFormat returns the place of a type in formats by its name, -1 for none.
func findFormat(name string) int {
	return slices.IndexFunc(formats, func(f format) bool { return f.name == name })
}

// rank returns the place of a type in formats, -1 if the format does not have
// it.
func rank(dt dtype.Type) int {
	if !dt.Valid() {
		return -1
	}
	return slices.IndexFunc(formats, func(f format) bool { return f.Type == dt.Native() })
}

// Supports reports whether the format has the element type dt, in either byte
// order: bool, the integers, float16, bfloat16, float8_e4m3fn, float8_e5m2,
// float32, float64 and complex64.
func Supports(dt dtype.Type) bool { return rank(dt) >= 0 }
