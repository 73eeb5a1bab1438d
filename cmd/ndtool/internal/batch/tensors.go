package batch

import (
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/safetensors"
)

// Tensors returns the safetensors file that the input is, else nil.
func (s *Source) Tensors() *safetensors.File { return s.tensors }

// Several reports whether the input is a whole archive or safetensors file, and
// not one array of it.
func (s *Source) Several() bool {
	return (s.archive != nil || s.tensors != nil) && !s.in.HasMember
}

// oneTensor is One for a safetensors file.
func (s *Source) oneTensor() (*Array, error) {
	if s.in.HasMember {
		t, err := s.tensors.Lookup(s.in.Member)
		if err != nil {
			return nil, err
		}
		return s.Tensor(t)
	}
	if n := len(s.tensors.Tensors()); n != 1 {
		return nil, fmt.Errorf("holds %d arrays, expected one; name it as FILE:TENSOR, or convert the file to .npz", n)
	}
	return s.Tensor(s.tensors.Tensors()[0])
}

// Tensor returns the array of a tensor of the source's safetensors file. It
// fails for one that no array here can be.
func (s *Source) Tensor(t *safetensors.Tensor) (*Array, error) {
	if !t.DType.Valid() {
		return nil, &safetensors.Error{Tensor: t.Name, Offset: -1, Reason: "elements of " + t.Format + " have no dtype here", Err: safetensors.ErrDType}
	}
	h := npy.Header{DType: t.DType, Shape: t.Shape, Offset: t.Offset}
	if _, err := h.Layout(); err != nil {
		return nil, &safetensors.Error{Tensor: t.Name, Offset: -1, Reason: err.Error(), Err: err}
	}
	return &Array{Header: h, source: s, tensor: t}, nil
}

// mapTensor maps the tensor that a is, by a mapping of its own.
func (a *Array) mapTensor() (*ndarray.Array, func() error, error) {
	f, err := safetensors.New(a.source.file, a.source.size)
	if err != nil {
		return nil, nothing, err
	}
	t, err := f.Lookup(a.tensor.Name)
	if err != nil {
		return nil, nothing, err
	}
	arr, err := t.Map()
	return arr, f.Close, err
}
