package layout

import "testing"

func TestPackedStrides(t *testing.T) {
	for _, tt := range []struct {
		order       Order
		shape, want []int
	}{
		{C, []int{2, 4}, []int{4, 1}},
		{C, []int{3, 2}, []int{2, 1}},
		{C, []int{3, 4, 2}, []int{8, 2, 1}},
		{C, []int{1}, []int{1}},
		{F, []int{3, 4, 2}, []int{1, 3, 12}},
		{C, []int{0, 7}, []int{7, 1}},
		{C, nil, nil},
	} {
		l, err := New(1, tt.order, tt.shape...)
		if err != nil || !equalInts(l.Strides, tt.want) {
			t.Errorf("New(1, %c, %v) = %v, %v; want strides %v", tt.order, tt.shape, l, err, tt.want)
		}
	}
}
