// Package kernel holds the inner loops of package ops: one operator over runs
// of n elements that lie a fixed number of bytes apart.
//
// A loop works on native, aligned elements of one type; whatever is swapped,
// misaligned or of another type is carried through a packed buffer by the
// caller. Loops reach an element by adding a running byte offset to the fixed
// pointer of the run's first element, so no pointer ever leaves its allocation.
//
// # One loop, many operators
//
// The operator has to stand inside the loop: a func value called once an element
// costs three to five times more. The operators of a family are therefore types
// of different sizes (op1, op2, …), and a loop generic over them switches on
// unsafe.Sizeof, which is constant in every instantiation: the compiler keeps
// the one branch that applies and inlines it.
package kernel

import "unsafe"

// Num is a type of number that loops exist for.
type Num uint8

// The types of number. The ones after C128 are storage formats: arithmetic on
// F16 and on them runs in F32, between two casts.
const (
	Bool Num = iota
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F32
	F64
	C64
	C128
	F16
	BF16
	E4M3
	E5M2
	Nums int = iota // how many types there are
)

// Size returns the bytes of one element.
func (t Num) Size() int { return int(sizes[t]) }

var sizes = [Nums]uint8{1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 2, 2, 1, 1}

// MaxArgs is the largest number of operands of a loop.
const MaxArgs = 4

// Args are the operands of a loop: P points to the first element of each and S
// is the distance to the next in bytes, any sign, 0 to stand still. Operand 0
// is the destination.
type Args struct {
	P [MaxArgs]unsafe.Pointer
	S [MaxArgs]int

	// scratch is where loops keep what they are about: of the first three sources
	// an element that stands still or the last ones, packed numbers, and results.
	scratch [4][32]uint64
}

// Loop runs an operator over n elements. The destination may be the same run as
// an operand, element for element, but must not otherwise overlap one.
type Loop func(n int, a *Args)

// The constraints of the loops.
type (
	signed   interface{ int8 | int16 | int32 | int64 }
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	integer interface{ signed | unsigned }
	float   interface{ float32 | float64 }
	scalar  interface{ integer | float }
	number  interface {
		scalar | complex64 | complex128
	}
)

// pair is a complex number by its parts, which generic code cannot otherwise
// reach. It lies in memory as complex64 or complex128 do.
type pair[F float] struct{ re, im F }

// Types of different sizes that stand for the operators of a family.
type (
	op1      [1]byte
	op2      [2]byte
	op3      [3]byte
	op4      [4]byte
	op5      [5]byte
	op6      [6]byte
	operator interface {
		op1 | op2 | op3 | op4 | op5 | op6
	}
)

// at returns the element that lies off bytes after p.
func at[T any](p unsafe.Pointer, off int) *T { return (*T)(unsafe.Add(p, off)) }
