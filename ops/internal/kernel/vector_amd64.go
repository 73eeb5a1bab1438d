//go:build amd64 && !purego

package kernel

import (
	"math"

	"golang.org/x/sys/cpu"
)

// vectors tells whether the machine has the instructions of the assembly; f16c
// whether it has those of float16 too, and wide those of AVX-512 that it has (F, BW,
// DQ and VL).
var (
	vectors = cpu.X86.HasAVX2
	f16c    = vectors && cpuidFeatures()&(1<<29) != 0
	wide    = vectors && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
)

// binaryBlocks returns the assembly of an operator, or nil.
func binaryBlocks(op Op, t Num) binaryBlock {
	if !vectors {
		return nil
	}
	return binaryTable[t][op]
}

var binaryTable = [Nums][ops]binaryBlock{
	Bool: {Add: orTruth, Mul: andTruth, Min: andTruth, Max: orTruth},
	I8:   {Add: add8, Sub: sub8, Mul: mul8, Min: minI8, Max: maxI8},
	I16:  {Add: add16, Sub: sub16, Mul: mul16, Min: minI16, Max: maxI16},
	I32:  {Add: add32, Sub: sub32, Mul: mul32, Min: minI32, Max: maxI32},
	I64:  {Add: add64, Sub: sub64, Mul: mul64, Min: minI64, Max: maxI64},
	U8:   {Add: add8, Sub: sub8, Mul: mul8, Min: minU8, Max: maxU8},
	U16:  {Add: add16, Sub: sub16, Mul: mul16, Min: minU16, Max: maxU16},
	U32:  {Add: add32, Sub: sub32, Mul: mul32, Min: minU32, Max: maxU32},
	U64:  {Add: add64, Sub: sub64, Mul: mul64},
	F32:  {Add: addF32, Sub: subF32, Mul: mulF32, Div: divF32, Min: minF32, Max: maxF32},
	F64:  {Add: addF64, Sub: subF64, Mul: mulF64, Div: divF64, Min: minF64, Max: maxF64},
	C64:  {Add: addF32, Sub: subF32, Mul: mulC64},
	C128: {Add: addF64, Sub: subF64, Mul: mulC128},
}

// truthBlocks returns the assembly of and (0), or (1) and exclusive or (2).
func truthBlocks(k int) binaryBlock {
	if !vectors {
		return nil
	}
	return [...]binaryBlock{andTruth, orTruth, xorTruth}[k]
}

// compareBlocks returns the assembly of a relation; ok is false where there is
// none.
func compareBlocks(r Relation, t Num) (c comparison, ok bool) {
	const (
		signs8  = 0x8080808080808080
		signs16 = 0x8000800080008000
		signs32 = 0x8000000080000000
		signs64 = 0x8000000000000000
	)
	if !vectors {
		return c, false
	}
	switch t {
	case F32:
		c.block = [relations]compareBlock{eqF32, neF32, ltF32, leF32}[r]
		return c, true
	case F64:
		c.block = [relations]compareBlock{eqF64, neF64, ltF64, leF64}[r]
		return c, true
	}
	equal := [Nums]compareBlock{I8: eq8, U8: eq8, I16: eq16, U16: eq16, I32: eq32, U32: eq32, I64: eq64, U64: eq64}[t]
	more := [Nums]compareBlock{I8: gt8, U8: gt8, I16: gt16, U16: gt16, I32: gt32, U32: gt32, I64: gt64, U64: gt64}[t]
	c.bias = [Nums]uint64{U8: signs8, U16: signs16, U32: signs32, U64: signs64}[t]
	switch r {
	case Equal:
		c.block = equal
	case NotEqual:
		c.block, c.invert = equal, true
	case Less:
		c.block, c.exchange = more, true
	case LessEqual:
		c.block, c.invert = more, true
	}
	return c, c.block != nil
}

// castBlocks returns the assembly of a conversion, or nil.
func castBlocks(from, to Num) castBlock {
	if !vectors {
		return nil
	}
	if (from == F16 || to == F16) && !f16c {
		return nil
	}
	return castTable[from][to]
}

var castTable = [Nums][Nums]castBlock{
	I8:  {I16: i8ToI16, U16: i8ToI16, I32: i8ToI32, U32: i8ToI32, I64: i8ToI64, U64: i8ToI64, F32: i8ToF32, F64: i8ToF64},
	U8:  {I16: u8ToU16, U16: u8ToU16, I32: u8ToU32, U32: u8ToU32, I64: u8ToU64, U64: u8ToU64, F32: u8ToF32, F64: u8ToF64},
	I16: {I8: i16ToI8, U8: i16ToI8, I32: i16ToI32, U32: i16ToI32, I64: i16ToI64, U64: i16ToI64, F32: i16ToF32, F64: i16ToF64},
	U16: {I8: i16ToI8, U8: i16ToI8, I32: u16ToU32, U32: u16ToU32, I64: u16ToU64, U64: u16ToU64, F32: u16ToF32, F64: u16ToF64},
	I32: {I8: i32ToI8, U8: i32ToI8, I16: i32ToI16, U16: i32ToI16, I64: i32ToI64, U64: i32ToI64, F32: i32ToF32, F64: i32ToF64},
	U32: {I8: i32ToI8, U8: i32ToI8, I16: i32ToI16, U16: i32ToI16, I64: u32ToU64, U64: u32ToU64},
	I64: {I8: i64ToI8, U8: i64ToI8, I16: i64ToI16, U16: i64ToI16, I32: i64ToI32, U32: i64ToI32},
	U64: {I8: i64ToI8, U8: i64ToI8, I16: i64ToI16, U16: i64ToI16, I32: i64ToI32, U32: i64ToI32},
	F32: {I8: f32ToI8, U8: f32ToI8, I16: f32ToI16, U16: f32ToI16, I32: f32ToI32, F64: f32ToF64, C64: u32ToU64, F16: f32ToF16},
	F64: {I32: f64ToI32, F32: f64ToF32, C128: f64ToC128, F16: f64ToF16},
	F16: {F32: f16ToF32},
}

// unaryBlocks returns the assembly of a function, or nil.
func unaryBlocks(f Func, t Num) blockOfOne {
	if !vectors {
		return nil
	}
	switch t {
	case F32:
		return [funcs]blockOfOne{Neg: negF32, Abs: absF32, Sqrt: sqrtF32}[f]
	case F64:
		return [funcs]blockOfOne{Neg: negF64, Abs: absF64, Sqrt: sqrtF64}[f]
	}
	return nil
}

// groups returns the assembly of a function that is not exact and its bounds.
func groups(f Func, t Num) (g bounded) {
	if !vectors || !cpu.X86.HasFMA {
		return g
	}
	switch {
	case f == Exp && t == F32:
		return bounded{expF32, math.Inf(-1), math.Inf(1)}
	case f == Exp && t == F64:
		return bounded{expF64, math.Inf(-1), math.Inf(1)}
	case f == Log && t == F32:
		return bounded{logF32, 0x1p-126, math.MaxFloat32}
	case f == Log && t == F64:
		return bounded{logF64, 0x1p-1022, math.MaxFloat64}
	}
	return g
}

// swapBlocks returns the assembly that reverses bytes of numbers of a width, or
// nil.
func swapBlocks(width int) blockOfOne {
	if !vectors {
		return nil
	}
	return map[int]blockOfOne{2: swap16, 4: swap32, 8: swap64}[width]
}

// evenBlocks returns the assembly that packs every second number of a size, or nil.
func evenBlocks(size int) blockOfOne {
	if !vectors {
		return nil
	}
	switch size {
	case 1:
		return even8
	case 2:
		return even16
	case 4:
		return even32
	case 8:
		return even64
	}
	return nil
}

// whereBlocks returns the assembly of where on elements of a size, or nil.
func whereBlocks(size int) whereBlock {
	if !vectors {
		return nil
	}
	return [9]whereBlock{1: where8, 2: where16, 4: where32, 8: where64}[size]
}

// clipBlocks returns the assembly of clip, or nil.
func clipBlocks(t Num) clipBlock {
	if !vectors {
		return nil
	}
	return [Nums]clipBlock{
		I8: clipI8, I16: clipI16, I32: clipI32, U8: clipU8, U16: clipU16, U32: clipU32, F32: clipF32, F64: clipF64,
	}[t]
}
