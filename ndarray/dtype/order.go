package dtype

// Swapped reports whether the byte order of t, or of any field of a record, is
// not that of the machine.
func (t Type) Swapped() bool {
	if t.kind != KindRecord {
		return t.order == NativeOrder.Other()
	}
	for _, f := range t.Fields() {
		if f.Type.Swapped() {
			return true
		}
	}
	return false
}

// Native returns t in the byte order of the machine, with all fields of a record
// where they are.
func (t Type) Native() Type { return t.WithOrder(NativeOrder) }

// WithOrder returns t in the given byte order, with all fields of a record where
// they are. Types without order stay as they are, and so does t if order is
// NoOrder.
func (t Type) WithOrder(order ByteOrder) Type {
	switch {
	case order == NoOrder:
	case t.kind == KindRecord:
		fields := t.Fields()
		for i := range fields {
			fields[i].Type = fields[i].Type.WithOrder(order)
		}
		t.descr = describe(fields, t.size)
	case t.order != NoOrder:
		t.order = order
	}
	return t
}

// Packed returns t in the byte order of the machine and, if it is a record,
// without padding in it or in the records inside it: the type that NumPy's
// concatenate gives to its result.
func (t Type) Packed() Type {
	if t.kind != KindRecord {
		return t.Native()
	}
	fields, size := t.Fields(), 0
	for i := range fields {
		fields[i].Type = fields[i].Type.Packed()
		fields[i].Offset = size
		size += fields[i].NumBytes()
	}
	t.size = size
	t.descr = describe(fields, size)
	return t
}

// SwapRun is a row of Count numbers of Width bytes each that starts Offset bytes
// into an item.
type SwapRun struct {
	Offset, Width, Count int
}

// SwapRuns returns the numbers of an item that have a byte order, which are the
// runs to reverse to change it: one run for a number, two numbers of half the
// size for a complex one, one a character for text, those of the fields for a
// record; nil where there are none. There are at most half as many runs as bytes
// in an item, so ask only where an item is at hand.
func (t Type) SwapRuns() []SwapRun { return appendRuns(nil, t, nil, 0) }

// SwapBetween returns the runs to reverse to turn an item of from into an item of
// to; ok is false unless the two differ in nothing but byte order, which for
// records means that the same fields lie at the same places.
func SwapBetween(from, to Type) (runs []SwapRun, ok bool) {
	if from == to {
		return nil, true
	}
	if from.Native() != to.Native() {
		return nil, false
	}
	return appendRuns(nil, from, &to, 0), true
}

// appendRuns appends the runs of an item of t that starts at offset: all of them,
// or if to is not nil those in which it differs from t.
func appendRuns(runs []SwapRun, t Type, to *Type, offset int) []SwapRun {
	if t.kind == KindRecord {
		var others []Field
		if to != nil {
			others = to.Fields()
		}
		for i, f := range t.Fields() {
			var other *Type
			if to != nil {
				other = &others[i].Type
			}
			one := appendRuns(nil, f.Type, other, 0)
			for at := offset + f.Offset; len(one) > 0 && at < offset+f.Offset+f.NumBytes(); at += f.Type.size {
				for _, r := range one {
					r.Offset += at
					runs = appendRun(runs, r)
				}
			}
		}
		return runs
	}
	if t.order == NoOrder || t.size == 0 || to != nil && to.order == t.order {
		return runs
	}
	width := t.size
	switch t.kind {
	case KindComplex:
		width /= 2
	case KindUnicode:
		width = 4
	}
	return appendRun(runs, SwapRun{offset, width, t.size / width})
}

// appendRun appends a run or lengthens the last one by it.
func appendRun(runs []SwapRun, r SwapRun) []SwapRun {
	if n := len(runs); n > 0 {
		last := &runs[n-1]
		if last.Width == r.Width && last.Offset+last.Width*last.Count == r.Offset {
			last.Count += r.Count
			return runs
		}
	}
	return append(runs, r)
}
