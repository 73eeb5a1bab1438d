package layout

// Coalesce merges neighbouring axes of operands of one shape where every one
// allows it: stride[i] == stride[i+1]·size[i+1]. Axes of size 1 go. It keeps
// the order of axes, so the elements are visited in the same order at the same
// addresses, and returns the merged shape and each operand's strides in bytes.
// One element gives the shape (); no elements give (0) with strides 0. The
// operands must have equal shapes. To sort axes first, see Plan.
func Coalesce(ls ...Layout) (shape []int, strides [][]int) {
	strides = make([][]int, len(ls))
	if len(ls) == 0 {
		return []int{}, strides
	}
	rank := len(ls[0].Shape)
	buf := make([]int, (1+len(ls))*rank)
	shape = buf[0:0:rank]
	for k := range strides {
		strides[k] = buf[(1+k)*rank : (1+k)*rank : (2+k)*rank]
	}
	for axis, size := range ls[0].Shape {
		if size == 0 {
			for k := range strides {
				strides[k] = append(strides[k][:0], 0)
			}
			return append(shape[:0], 0), strides
		}
		if size == 1 {
			continue
		}
		last := len(shape) - 1
		joins := last >= 0
		for k := 0; joins && k < len(ls); k++ {
			joins = strides[k][last] == ls[k].Strides[axis]*size
		}
		if joins {
			shape[last] *= size
			for k := range ls {
				strides[k][last] = ls[k].Strides[axis]
			}
			continue
		}
		shape = append(shape, size)
		for k := range ls {
			strides[k] = append(strides[k], ls[k].Strides[axis])
		}
	}
	return shape, strides
}
