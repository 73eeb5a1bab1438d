package npy

import "io"

// onlyReader hides all but Read, so that the number of bytes left is not known.
type onlyReader struct{ r io.Reader }

func (o onlyReader) Read(b []byte) (int, error) { return o.r.Read(b) }
