package stage

import "github.com/ndtool/ndtool/ops"

var (
	numberParam = Param{Name: "value", Kind: Number, Usage: "the number, which takes the array's dtype as far as it can (NEP 50)"}
	lastAxis    = Param{Name: "axis", Kind: Int, Optional: true, Default: "-1", Usage: axisParam.Usage}
)

// computed are the stages that make new arrays, by package ops.
var computed = []Op{
	{
		Name: "cast", Suffix: "cast",
		Params: []Param{{Name: "dtype", Kind: DType, Usage: "the new dtype: a name or a descr such as '<f4'"}},
		Short:  "convert the elements to another dtype",
		Long: `The elements converted as by NumPy's astype: integers wrap, floats are cut to
integers, numbers are rounded to nearest even, complex ones lose their imaginary
part.`,
		Example: []string{"float32", "'>i2'"},
		plan:    planCast, run: runCast, apart: everywhere,
	},
	{
		Name: "repeat", Suffix: "repeated",
		Params: []Param{{Name: "times", Kind: Ints, Usage: "how often along each axis; more counts add axes in front"}},
		Short:  "repeat the whole array along its axes",
		Long: `The array as a whole laid out again and again along each axis (PyTorch's repeat,
NumPy's tile). At least a count an axis is needed.`,
		Example: []string{"4,1"},
		plan:    planRepeat, run: runTile, apart: apartTiled,
	},
	{
		Name: "tile", Suffix: "tiled",
		Params:  []Param{{Name: "times", Kind: Ints, Usage: "how often along the last axes; missing counts are 1 on the left"}},
		Short:   "repeat, with counts for the last axes only",
		Long:    `As repeat, but fewer counts than axes are filled with 1 on the left (NumPy's tile).`,
		Example: []string{"3"},
		plan:    planTile, run: runTile, apart: apartTiled,
	},
	{
		Name: "repeat-interleave", Suffix: "repeated",
		Params: []Param{
			{Name: "times", Kind: Ints, Usage: "how often each element comes: one count, or one an element of the axis"},
			axisParam,
		},
		Short:   "repeat each element along an axis",
		Long:    `Every element of an axis several times in its place (PyTorch's repeat_interleave, NumPy's repeat).`,
		Example: []string{"2 0", "1,0,3 -1"},
		plan:    keptPlan(placeInterleaved), run: runInterleaved, apart: except(1),
	},
	{
		Name: "roll", Suffix: "rolled",
		Params: []Param{
			{Name: "shift", Kind: Ints, Usage: "places to move along each of the axes, or along all of them"},
			{Name: "axes", Kind: Ints, Usage: axesParam.Usage},
		},
		Short:   "move elements along axes, around the end",
		Long:    `Elements pushed out at the end come back at the start (NumPy's roll).`,
		Example: []string{"1 0", "1,-2 0,1"},
		plan:    computedPlan(runRoll, rearranged), run: runRoll, apart: except(1),
	},
	{
		Name: "pad", Suffix: "padded",
		Params: []Param{
			{Name: "widths", Kind: Ints, Usage: "elements before and after each axis: before,after,before,after,…; one pair or one number for all axes"},
			{Name: "mode", Kind: Choice, Choices: []string{"constant", "edge", "reflect", "symmetric", "wrap"}, Optional: true, Default: "constant", Usage: "what to put there, as in NumPy"},
			{Name: "value", Kind: Number, Optional: true, Default: "0", Usage: "the constant"},
		},
		Short:   "put elements around the array",
		Long:    `The array with elements before and after each axis (NumPy's pad).`,
		Example: []string{"1", "0,2,1,1 edge"},
		plan:    keptPlan(placePadded), run: runPad, apart: apartPadded,
	},
	{
		Name: "sort", Suffix: "sorted",
		Params:  []Param{lastAxis},
		Short:   "sort along an axis",
		Long:    `Ascending, NaN and NaT last (NumPy's sort).`,
		Example: []string{"", "0"},
		plan:    computedPlan(runSort, rearranged), run: runSort, apart: except(0),
	},
	{
		Name: "argsort", Suffix: "argsorted",
		Params:  []Param{lastAxis},
		Short:   "the indices that would sort along an axis",
		Long:    `As int64, equal elements in their order (NumPy's argsort with kind='stable').`,
		Example: []string{"", "0"},
		plan:    computedPlan(runArgSort, inC), run: runArgSort, apart: except(0),
	},
	{
		Name: "take", Suffix: "taken",
		Params: []Param{
			{Name: "indices", Kind: Ints, Usage: "places along the axis; negative ones count from the end"},
			axisParam,
		},
		Short:   "pick elements along an axis by their indices",
		Long:    `The elements at the indices, in that order, as often as they are named (NumPy's take).`,
		Example: []string{"2,0,0 0"},
		plan:    keptPlan(placeTaken), run: runTake, apart: except(1),
	},
	{
		Name: "cumsum", Suffix: "cumsum",
		Params:  []Param{axisParam},
		Short:   "running sums along an axis",
		Long:    `In the dtype of a sum: int64 or uint64 for integers (NumPy's cumsum).`,
		Example: []string{"0"},
		plan:    computedPlan(runCumSum, elementwise), run: runCumSum, apart: except(0),
	},
	{
		Name: "reduce", Suffix: "reduced",
		Params: []Param{
			{Name: "op", Kind: Choice, Choices: []string{"sum", "mean", "min", "max", "prod", "argmin", "argmax", "any", "all", "count", "var", "std"}, Usage: "what to compute"},
			{Name: "axes", Kind: Ints, Optional: true, Usage: "axes to reduce; all of them if not given. argmin and argmax take one or none"},
			{Name: "keepdims", Kind: Switch, Optional: true, Usage: "keep the reduced axes with size 1"},
		},
		Short: "sum, mean, min, max, … over axes",
		Long: `Reduces axes to one value each, with NumPy's dtypes: sums and products of
integers are int64 or uint64, means of integers float64. count counts what is not
0; var and std are over the number of elements.`,
		Example: []string{"sum", "mean 0,1", "argmax -1 keepdims"},
		plan:    computedPlan(runReduce, placeReduced), run: runReduce, apart: apartReduced,
	},
	numeric("add", "added", "add a number", ops.Add, "1"),
	numeric("sub", "subtracted", "subtract a number", ops.Sub, "1"),
	numeric("mul", "multiplied", "multiply by a number", ops.Mul, "2"),
	numeric("div", "divided", "divide by a number, integers as floats", ops.Div, "2"),
	numeric("floordiv", "divided", "divide by a number and round down", ops.FloorDiv, "2"),
	numeric("remainder", "remainder", "what floordiv leaves", ops.Remainder, "2"),
	numeric("power", "powered", "raise to a power", ops.Power, "2"),
	numeric("minimum", "minimum", "the smaller of element and number", ops.Minimum, "0"),
	numeric("maximum", "maximum", "the larger of element and number", ops.Maximum, "0"),
	numeric("eq", "eq", "is the element equal to a number?", ops.Equal, "0"),
	numeric("ne", "ne", "is the element unequal to a number?", ops.NotEqual, "0"),
	numeric("lt", "lt", "is the element less than a number?", ops.Less, "0"),
	numeric("le", "le", "is the element at most a number?", ops.LessEqual, "0"),
	numeric("gt", "gt", "is the element greater than a number?", ops.Greater, "0"),
	numeric("ge", "ge", "is the element at least a number?", ops.GreaterEqual, "0"),
	single("negative", "change the sign", ops.Negative),
	single("absolute", "leave out the sign; the magnitude of a complex number", ops.Absolute),
	single("sqrt", "square roots", ops.Sqrt),
	single("exp", "e to the power of the elements", ops.Exp),
	single("log", "natural logarithms", ops.Log),
	single("not", "is the element 0?", ops.Not),
	{
		Name: "clip", Suffix: "clipped",
		Params: []Param{
			{Name: "min", Kind: Number, Usage: "the lower bound"},
			{Name: "max", Kind: Number, Usage: "the upper bound"},
		},
		Short:   "move elements within bounds",
		Long:    `What is below the lower bound is raised to it, what is above the upper one lowered (NumPy's clip).`,
		Example: []string{"0 255"},
		plan:    computedPlan(runClip, elementwise), run: runClip, apart: everywhere,
	},
	{
		Name: "where", Suffix: "where",
		Params: []Param{
			{Name: "test", Kind: Choice, Choices: []string{"eq", "ne", "lt", "le", "gt", "ge"}, Usage: "how to compare"},
			{Name: "value", Kind: Number, Usage: "the number to compare with"},
			{Name: "else", Kind: Number, Usage: "what stands in the place of elements that fail the test"},
		},
		Short:   "keep the elements that pass a test, put a number for the rest",
		Long:    `where gt 0 -1 is NumPy's where(a > 0, a, -1).`,
		Example: []string{"gt 0 0"},
		plan:    computedPlan(runWhere, elementwise), run: runWhere, apart: everywhere,
	},
}

func init() {
	for i := range computed {
		computed[i].computes = true
	}
	table = append(table, views...)
	table = append(table, computed...)
}

// numeric is a stage that combines each element with a number.
func numeric(name, suffix, short string, f binaryOp, example string) Op {
	return Op{
		Name: name, Suffix: suffix, Params: []Param{numberParam}, Short: short,
		Long:    "Element by element and with NumPy's dtypes (NEP 50); the result lies in the order of the array.",
		Example: []string{example},
		plan:    computedPlan(withNumber(f), elementwise), run: withNumber(f), apart: everywhere,
	}
}

// single is a stage that makes each element another.
func single(name, short string, f unaryOp) Op {
	return Op{
		Name: name, Suffix: name, Short: short,
		Long:    "Element by element and with NumPy's dtypes; the result lies in the order of the array.",
		Example: []string{""},
		plan:    computedPlan(alone(f), elementwise), run: alone(f), apart: everywhere,
	}
}
