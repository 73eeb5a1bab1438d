package batch

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ndtool/ndtool/npy"
)

// HeaderAt reads the header of the .npy file at the front of size bytes and proves
// that the data are there.
func HeaderAt(r io.ReaderAt, size int64, opt npy.Options) (npy.Header, error) {
	s := io.NewSectionReader(r, 0, size)
	h, err := npy.ReadHeader(s, opt)
	if err != nil {
		return h, err
	}
	if size-h.Offset < h.NumBytes() {
		_, err = npy.ReadData(bytes.NewReader(make([]byte, min(size-h.Offset, 1<<20))), h, opt)
		return h, err
	}
	return h, nil
}

func appendWithin(b []byte, h, old npy.Header) ([]byte, error) {
	h.Version = old.Version
	full, err := h.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(full, '}') + 1
	if int64(end)+1 > old.Offset {
		return nil, &npy.Error{Offset: -1, Reason: fmt.Sprintf("the new header needs %d bytes, the old one left %d before the data", end+1, old.Offset), Err: npy.ErrNoRoom}
	}
	out := bytes.Repeat([]byte(" "), int(old.Offset))
	copy(out, full[:end])
	out[len(out)-1] = '\n'
	if old.Version[0] == 1 {
		n := len(out) - 10
		out[8], out[9] = byte(n), byte(n>>8)
	} else {
		n := len(out) - 12
		out[8], out[9], out[10], out[11] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24)
	}
	return append(b, out...), nil
}
