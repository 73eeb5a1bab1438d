// Package ops computes on arrays: casts, elementwise arithmetic and comparisons,
// reductions, matrix products, joins, rearrangements, sorting, equality, and
// arrays in blocks or shards. Operands may have any layout and either byte order
// and are not copied first.
//
// # Results
//
// Every operation takes a destination and returns it. A nil destination stands
// for a fresh array, with NumPy's dtype and, where an operation does not say
// otherwise, with its axes in the order of the operands' (NumPy's K order). A
// destination that overlaps an operand gets the result as if the operand had been
// copied first; one whose own elements overlap is refused. Values are NumPy's:
// NEP 50 promotion, integers that wrap and divide to 0 by 0, NaN that wins in
// least and largest. A number without a dtype of its own is a Scalar.
//
// # Errors
//
// Whatever can be refused is refused before the destination is written, with an
// *Error that wraps one of the sentinels here, of layout, ndarray or dtype. No
// operation panics, whatever the data.
//
// # Speed
//
// docs/benchmarks.md times operations of all layouts side by side with NumPy and
// PyTorch. Time goes with what is in memory: an axis along which an operand stands
// still is folded by doubling, whatever its size.
//
// Known distances: a matrix plus its transpose of odd size gains about twice over
// NumPy, not three times as those of even sizes, because there NumPy is not slowed
// down by rows a power of two apart; of 8 by 8 elements, where the call is all, it
// gains half as much again. Casts of every second float stay at nine tenths of
// NumPy's. Sums of long rows of float32 over the first axis are kept in float64,
// twice the bytes of the rows, and
// stay at nine tenths. Sorts compare, where NumPy's are by AVX-512.
//
// # Contexts
//
// An operation on an array under a context (see ndarray.Array.WithContext), as an
// operand or as the destination, soon ends with the context's error when that is
// done. It returns no array then, and a destination holds part of the result.
//
// # Concurrency
//
// Operations may run in several goroutines at once, on the same operands too, as
// long as no one writes what another reads or writes. Large operations use all
// processors (runtime.GOMAXPROCS). The results do not depend on their number, to
// the last bit, except that of matrix products by BLAS, on machines without the
// assembly.
package ops
