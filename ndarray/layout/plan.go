package layout

// Plan is the joint walk of several operands of one shape: axes sorted so that
// the destination's (operand 0) smallest stride comes last, and merged as far
// as every operand allows. Strides and Offsets are in bytes, one per operand.
//
// The axes of size 1 are gone and no axis of operand 0 has a negative stride
// unless its storage order requires it; a plan of rank 0 is one element. A plan
// with a 0 in Shape has no elements.
type Plan struct {
	Shape   []int
	Strides [][]int // Strides[operand][axis]
	Offsets []int   // Offsets[operand]
}
