package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// The commands that compute:
//
//	fill NAME DESCR                          1…80 in turn, as elements of a dtype
//	compute OP TIMES WORKERS DST SRC…        nanoseconds a call after a first one
//	save NAME FILE                           the buffer's bytes
//
// OP is a name, and for reductions the axes: sum:0,1.
func init() {
	commands["fill"] = command{2, func(d *driver, args []string) (string, error) {
		return "ok", d.fill(args[0], args[1])
	}}
	commands["save"] = command{2, func(d *driver, args []string) (string, error) {
		return "ok", os.WriteFile(args[1], d.buffers[args[0]], 0o600)
	}}
	commands["compute"] = command{5, func(d *driver, args []string) (string, error) {
		return limited(args[2], func() (string, error) { return d.compute(args[0], args[1], args[3:]) })
	}}
}

// fill writes the numbers of which every dtype holds some.
func (d *driver) fill(name, descr string) error {
	dt, err := dtype.Parse(descr)
	if err != nil {
		return err
	}
	n := len(d.buffers[name]) / dt.ItemSize()
	values := make([]int32, n)
	for i := range values {
		values[i] = int32(1 + i*7919%80)
	}
	src, err := ndarray.FromSlice(values, n)
	if err != nil {
		return err
	}
	l, err := layout.New(dt.ItemSize(), layout.C, n)
	if err != nil {
		return err
	}
	dst, err := ndarray.FromBytes(d.buffers[name][:n*dt.ItemSize()], dt, l)
	if err != nil {
		return err
	}
	_, err = ops.Cast(dst, src, dt, dtype.Unsafe)
	return err
}

var binaries = map[string]func(dst, x, y *ndarray.Array) (*ndarray.Array, error){
	"add": ops.Add, "sub": ops.Sub, "mul": ops.Mul, "div": ops.Div, "maximum": ops.Maximum,
	"less": ops.Less, "matmul": ops.MatMul, "power": ops.Power, "floordiv": ops.FloorDiv,
}

var unaries = map[string]func(dst, x *ndarray.Array) (*ndarray.Array, error){
	"sqrt": ops.Sqrt, "exp": ops.Exp, "log": ops.Log, "negative": ops.Negative, "absolute": ops.Absolute,
}

var reductions = map[string]func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error){
	"sum": ops.Sum, "mean": ops.Mean, "min": ops.Min, "max": ops.Max, "prod": ops.Prod, "any": ops.Any, "all": ops.All,
	"var": func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error) { return ops.Var(dst, x, over, 0) },
}

func (d *driver) compute(op, times string, names []string) (string, error) {
	var arrays []*ndarray.Array
	for _, name := range names {
		a, err := d.array(name)
		if err != nil {
			return "", err
		}
		arrays = append(arrays, a)
	}
	dst, src := arrays[0], arrays[1:]
	name, axes, _ := strings.Cut(op, ":")
	over, err := integers(axes)
	if err != nil {
		return "", err
	}
	var call func() error
	switch {
	case binaries[name] != nil && len(src) == 2:
		f := binaries[name]
		call = func() error { _, err := f(dst, src[0], src[1]); return err }
	case unaries[name] != nil && len(src) == 1:
		f := unaries[name]
		call = func() error { _, err := f(dst, src[0]); return err }
	case reductions[name] != nil && len(src) == 1:
		f := reductions[name]
		call = func() error { _, err := f(dst, src[0], ops.Over{Axes: over}); return err }
	case name == "argmax" && len(src) == 1 && len(over) == 1:
		call = func() error { _, err := ops.ArgMax(dst, src[0], ops.Over{Axes: over}); return err }
	case name == "cumsum" && len(src) == 1 && len(over) == 1:
		call = func() error { _, err := ops.CumSum(dst, src[0], over[0]); return err }
	case name == "cast" && len(src) == 1:
		call = func() error { _, err := ops.Cast(dst, src[0], dst.DType(), dtype.Unsafe); return err }
	case name == "clip" && len(src) == 3:
		call = func() error { _, err := ops.Clip(dst, src[0], src[1], src[2]); return err }
	case name == "where" && len(src) == 3:
		call = func() error { _, err := ops.Where(dst, src[0], src[1], src[2]); return err }
	default:
		return "", fmt.Errorf("no operation %q of %d operands", op, len(src))
	}
	return repeat(times, call)
}
