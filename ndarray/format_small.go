package ndarray

import (
	"math"
	"strconv"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// appendSmallFloat appends a number of one of the ml_dtypes kinds as that
// package prints it, alone and in arrays: six digits as C's %g.
func appendSmallFloat(dst []byte, dt dtype.Type, item []byte) []byte {
	u := loadUint(item, dt.ByteOrder())
	var x float32
	switch dt.Kind() {
	case dtype.KindBFloat16:
		x = dtype.BHalf(u).Float32()
	case dtype.KindFloat8E4M3:
		x = dtype.E4M3(u).Float32()
	case dtype.KindFloat8E5M2:
		x = dtype.E5M2(u).Float32()
	}
	switch v := float64(x); {
	case math.IsNaN(v):
		return append(dst, "nan"...)
	case math.IsInf(v, 1):
		return append(dst, "inf"...)
	case math.IsInf(v, -1):
		return append(dst, "-inf"...)
	default:
		return strconv.AppendFloat(dst, v, 'g', 6, 32)
	}
}
