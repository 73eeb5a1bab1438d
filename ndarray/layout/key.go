package layout

// keyRoom is how many axes a Key holds without a heap allocation.
const keyRoom = 6

// Key identifies the shape and strides of a layout, whatever its offset: a map
// key for what depends on them, such as a compiled kernel. Keys are equal where
// the layouts walk alike, so the strides of axes of size 1 do not count, nor do
// any where a size is 0.
type Key struct {
	rank int
	axes [keyRoom][2]int
	more string // the axes beyond, 16 bytes each
}

// Key returns the key of the layout.
func (l Layout) Key() Key {
	key := Key{rank: len(l.Shape)}
	empty := false
	for _, size := range l.Shape {
		empty = empty || size == 0
	}
	var more []byte
	for k, size := range l.Shape {
		stride := l.Strides[k]
		if size == 1 || empty {
			stride = 0
		}
		if k < keyRoom {
			key.axes[k] = [2]int{size, stride}
			continue
		}
		for _, v := range [2]uint64{uint64(size), uint64(stride)} {
			for shift := 0; shift < 64; shift += 8 {
				more = append(more, byte(v>>shift))
			}
		}
	}
	key.more = string(more)
	return key
}
