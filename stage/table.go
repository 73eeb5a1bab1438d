package stage

// The order parameters of the stages that take one.
var (
	orderCF  = Param{Name: "order", Kind: Choice, Choices: []string{"C", "F"}, Optional: true, Default: "C", Usage: "order of the elements in memory"}
	orderCFA = Param{Name: "order", Kind: Choice, Choices: []string{"C", "F", "A"}, Optional: true, Default: "C", Usage: "order in which indices are read and placed, as in NumPy"}
	orderAll = Param{Name: "order", Kind: Choice, Choices: []string{"C", "F", "A", "K"}, Optional: true, Default: "C", Usage: "order in which the elements are read, as in NumPy"}
)

// The parameters that several stages share.
var (
	axesParam = Param{Name: "axes", Kind: Ints, Optional: true, Usage: "axes, counted from 0 or, negative, from the end"}
	axisParam = Param{Name: "axis", Kind: Int, Usage: "axis, counted from 0 or, negative, from the end"}
)

// table holds every kind of stage.
var table []Op

// views are the stages that look at the same bytes through another layout,
// and those that copy only where no layout can serve.
var views = []Op{
	{
		Name: "reshape", Suffix: "reshaped",
		Params: []Param{
			{Name: "to", Kind: Ints, Usage: "new shape; one size may be -1 and follows from the others"},
			orderCFA,
			{Name: "no-copy", Kind: Switch, Optional: true, Usage: "refuse, with the reason, when bytes would have to move"},
		},
		Short: "give the elements another shape",
		Long: `The elements keep their order and get another shape, as in NumPy's reshape.
One size may be -1. The result is a view wherever the axes that join allow it;
then only the header of a file changes. --order F reads and places the elements
with the first index fastest.`,
		Example: []string{"4,6", "3,-1", "() ", "4,6 F"},
		plan:    planReshape, run: runReshape, packs: packsReshape,
	},
	{
		Name: "view", Suffix: "viewed",
		Params: []Param{{Name: "to", Kind: Ints, Usage: "new shape; one size may be -1"}, orderCFA},
		Short:  "reshape that never moves a byte",
		Long: `As reshape, but refused when bytes would have to move (PyTorch's view,
NumPy's reshape with copy=False). The refusal names the axes that do not join.`,
		Example: []string{"4,6"},
		plan:    planView,
	},
	{
		Name: "contiguous", Suffix: "contiguous",
		Params: []Param{orderCF},
		Short:  "pack the elements in C or F order",
		Long: `The elements packed without gaps, the last index fastest (C) or the first (F).
An array that is so already is left as it is. A 0-d array stays 0-d.`,
		Example: []string{"", "F"},
		plan:    planContiguous, run: runContiguous, packs: packsOrder,
	},
	{
		Name: "transpose", Suffix: "transposed",
		Params: []Param{axesParam},
		Short:  "permute the axes; reverse them without --axes",
		Long: `A view with the axes in another order (NumPy's transpose, PyTorch's permute).
Written to a file, the transpose of a C-order array keeps its bytes and gets
fortran_order: True.`,
		Example: []string{"", "2,0,1"},
		plan:    planTranspose,
	},
	{
		Name: "swapaxes", Suffix: "swapped",
		Params: []Param{
			{Name: "first", Kind: Int, Usage: "one axis"},
			{Name: "second", Kind: Int, Usage: "the other axis"},
		},
		Short:   "exchange two axes",
		Long:    `A view with two axes exchanged (NumPy's swapaxes, PyTorch's transpose).`,
		Example: []string{"0 -1"},
		plan:    planSwapAxes,
	},
	{
		Name: "moveaxis", Suffix: "moved",
		Params: []Param{
			{Name: "from", Kind: Ints, Usage: "axes to move"},
			{Name: "to", Kind: Ints, Usage: "where each of them goes"},
		},
		Short:   "move axes to other places",
		Long:    `A view with some axes at other places, the rest in their old order (NumPy's moveaxis).`,
		Example: []string{"-1 0"},
		plan:    planMoveAxis,
	},
	{
		Name: "slice", Suffix: "sliced",
		Params: []Param{{Name: "at", Kind: Index, Usage: "NumPy's basic indexing, such as 1:3,::-1,...,0,newaxis"}},
		Short:  "take a part by NumPy's basic indexing",
		Long: `A view of a part of the array. Items are separated by commas: an integer takes
one place and drops the axis, start:stop:step a range, ... stands for all axes
not named, newaxis inserts an axis of size 1. Ranges clip, integers out of
range are refused. An index of one element gives a 0-d array.`,
		Example: []string{"1:3,::-1", "...,0", "newaxis,:"},
		plan:    planSlice,
	},
	{
		Name: "expand", Suffix: "expanded",
		Params: []Param{{Name: "to", Kind: Ints, Usage: "target shape; -1 keeps the axis"}},
		Short:  "stretch axes of size 1 without copying",
		Long: `A view in which axes of size 1 have any size, with stride 0, and new axes stand
in front (PyTorch's expand, NumPy's broadcast_to). -1 keeps an axis.`,
		Example: []string{"4,3"},
		plan:    planExpand,
	},
	{
		Name: "unfold", Suffix: "unfolded",
		Params: []Param{
			axisParam,
			{Name: "size", Kind: Int, Usage: "elements in a window"},
			{Name: "step", Kind: Int, Optional: true, Default: "1", Usage: "elements from one window to the next"},
		},
		Short: "sliding windows along an axis",
		Long: `A view of windows of size elements, step apart; the window's axis comes last
(PyTorch's unfold).`,
		Example: []string{"0 3 1"},
		plan:    planUnfold,
	},
	{
		Name: "flip", Suffix: "flipped",
		Params:  []Param{axesParam},
		Short:   "reverse axes; all of them without --axes",
		Long:    `A view with the elements along the axes in reverse, by negative strides (NumPy's flip).`,
		Example: []string{"", "0,1"},
		plan:    planFlip,
	},
	{
		Name: "squeeze", Suffix: "squeezed",
		Params:  []Param{axesParam},
		Short:   "drop axes of size 1",
		Long:    `A view without its axes of size 1, or without those named; naming one of another size is refused (NumPy's squeeze).`,
		Example: []string{"", "0"},
		plan:    planSqueeze,
	},
	{
		Name: "unsqueeze", Suffix: "unsqueezed",
		Params:  []Param{{Name: "axis", Kind: Int, Usage: "where the new axis stands in the result"}},
		Short:   "insert an axis of size 1",
		Long:    `A view with one more axis, of size 1 (PyTorch's unsqueeze, NumPy's expand_dims).`,
		Example: []string{"0"},
		plan:    planUnsqueeze,
	},
	{
		Name: "flatten", Suffix: "flattened",
		Params: []Param{orderAll},
		Short:  "make it 1-d",
		Long: `All elements along one axis, in C or F order, in A (F for a Fortran-ordered
array) or in K, the order in which they lie in memory.`,
		Example: []string{"", "F"},
		plan:    planFlatten, run: runFlatten, packs: packsOrder,
	},
	{
		Name: "diagonal", Suffix: "diagonal",
		Params: []Param{
			{Name: "offset", Kind: Int, Optional: true, Default: "0", Usage: "0 for the main diagonal, positive above it, negative below"},
			{Name: "first", Kind: Int, Optional: true, Default: "0", Usage: "axis of the rows"},
			{Name: "second", Kind: Int, Optional: true, Default: "1", Usage: "axis of the columns"},
		},
		Short:   "the diagonal of two axes",
		Long:    `A view of the elements whose two indices differ by the offset, along a new last axis (NumPy's and PyTorch's diagonal).`,
		Example: []string{"", "1"},
		plan:    planDiagonal,
	},
	{
		Name: "field", Suffix: "field",
		Params:  []Param{{Name: "name", Kind: Name, Usage: "the field's name or title"}},
		Short:   "one field of a record array",
		Long:    `A view of one field; a field that is an array in itself adds its axes at the end (NumPy's a['name']).`,
		Example: []string{"re"},
		plan:    planField,
	},
	{
		Name: "real", Suffix: "real",
		Short:   "the real parts",
		Long:    `A view of the real parts of a complex array (NumPy's a.real); a real array is left as it is.`,
		Example: []string{""},
		plan:    planReal,
	},
	{
		Name: "imag", Suffix: "imag",
		Short:   "the imaginary parts",
		Long:    `A view of the imaginary parts of a complex array (NumPy's a.imag).`,
		Example: []string{""},
		plan:    planImag,
	},
	{
		Name: "view-as", Suffix: "viewed",
		Params: []Param{{Name: "dtype", Kind: DType, Usage: "the dtype to read the bytes as"}},
		Short:  "read the same bytes as another dtype",
		Long: `A view of the bytes as another dtype (NumPy's a.view(dtype)). An item of another
size rescales the last axis, which must be packed.`,
		Example: []string{"bfloat16", "u1"},
		plan:    planViewAs,
	},
	{
		Name: "as-strided", Suffix: "strided",
		Params: []Param{
			{Name: "shape", Kind: Ints, Usage: "shape of the view"},
			{Name: "strides", Kind: Ints, Usage: "a stride an axis"},
			{Name: "offset", Kind: Int, Optional: true, Default: "0", Usage: "where the first element stands, from the start of the storage"},
			{Name: "unit", Kind: Choice, Choices: []string{"bytes", "elements"}, Optional: true, Default: "bytes", Usage: "what strides and offset count"},
		},
		Short: "any shape, strides and offset over the storage",
		Long: `A view of the storage, not of the view it is applied to, with any shape, strides
and offset that stay inside it (PyTorch's as_strided); anything else is refused.`,
		Example: []string{"4,3 80,8 88"},
		plan:    planAsStrided,
	},
	{
		Name: "copy", Suffix: "copied",
		Short:   "the same array, written as np.save writes it",
		Long:    `The array as it is. In a file the header becomes what np.save would write.`,
		Example: []string{""},
		plan:    planCopy,
	},
}
