// Package gonummat lends 2-d arrays to gonum and takes its matrices back,
// without copying where that can be.
//
// [Matrix] and [CMatrix] never copy: whatever the strides, the byte order or
// the alignment, gonum reads the elements where they are. [Dense], [CDense] and
// the General functions give gonum's own types, which want the elements of a
// row side by side, in the machine's byte order, aligned and writable; they
// share the array's memory where it is so and copy where it is not, and say
// which. The From functions always share the matrix's memory, rows at its
// stride.
//
// Memory of a mapped file must not be used after the file is closed; gonum
// cannot know.
package gonummat
