package batch

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// planCache keeps plans by the form of the input, for batches of like files.
type planCache struct{ m sync.Map }

type formKey struct {
	dtype   string
	layout  layout.Key
	storage int
}

type planned struct {
	plan stage.Plan
	work Work
	head []byte // the header of the result
	err  error

	streams bool           // the result is saved in one pass over source
	rest    stage.Pipeline // else what makes its parts of those of source, nil if that cannot be
	axes    []int          // of the result, along which source's are cut for rest (stage.Plan.Parts)
	source  stage.Form
}

// planFor plans the pipeline for an array.
func (t *Transform) planFor(h npy.Header) (planned, error) {
	form, err := FormOf(h)
	if err != nil {
		return planned{}, err
	}
	key := formKey{form.DType.Descr(), form.Layout.Key(), form.Storage}
	if p, ok := t.plans.m.Load(key); ok {
		return p.(planned), p.(planned).err
	}
	var p planned
	if p.plan, p.err = t.Pipeline.Plan(form); p.err == nil {
		p.work = WorkOf(p.plan)
		if p.source, p.streams = p.plan.Stream(); !p.streams {
			if source, rest, axes, ok := p.plan.Parts(); ok {
				p.source, p.rest, p.axes = source, rest, axes
			}
		}
		p.head, p.err = p.work.header(p.plan).AppendBinary(nil)
	}
	t.plans.m.Store(key, p)
	return p, p.err
}

// lastHeader is the last header that was read from a small file: in a batch of
// like files the next one begins with the same bytes, which need not be parsed
// again. They were read with the same options.
type lastHeader struct{ p atomic.Pointer[readHeader] }

type readHeader struct {
	text   []byte
	header npy.Header
}

// find returns the header of a file that is data, if it is the last one.
func (l *lastHeader) find(data []byte) (h npy.Header, ok bool) {
	r := l.p.Load()
	if r == nil || !bytes.HasPrefix(data, r.text) || r.header.Offset+r.header.NumBytes() > int64(len(data)) {
		return h, false
	}
	return r.header, true
}

func (l *lastHeader) keep(data []byte, h npy.Header) {
	l.p.Store(&readHeader{bytes.Clone(data[:h.Offset]), h})
}
