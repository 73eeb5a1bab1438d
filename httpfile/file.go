// Package httpfile reads a file on a web server at any position, by range
// requests: an io.ReaderAt for npy.ReadSlice, npy.OpenArchive and
// safetensors.New, so that a few arrays of a large file are had without the
// rest of it.
package httpfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// window is how many bytes a request asks for at least, and how many are kept
// for the next small reads.
const window = 64 << 10

// The kinds of failure, for errors.Is.
var (
	ErrStatus  = errors.New("request refused")
	ErrRange   = fmt.Errorf("no answer to a range request: %w", errors.ErrUnsupported)
	ErrChanged = errors.New("file changed on the server")
)

// Error tells which request failed and why.
type Error struct {
	URL    string // without a password
	Offset int64  // first byte that was asked for
	Reason string // what the answer was and what was expected
	Err    error  // the kind, or what the client says
}

// Error returns one line: address, byte and reason.
func (e *Error) Error() string { return fmt.Sprintf("%s: byte %d: %s", e.URL, e.Offset, e.Reason) }

// Unwrap returns the kind of the failure.
func (e *Error) Unwrap() error { return e.Err }

// File is a file on a web server. Its methods may be called from several
// goroutines at once. It keeps 64 KiB of the file in memory; larger reads go
// straight into the caller's memory.
type File struct {
	ctx    context.Context
	client *http.Client
	url    string
	shown  string // url without a password
	size   int64
	tag    string // the ETag, "" if the server gives none
	date   string // Last-Modified

	mu   sync.Mutex
	kept []byte
	at   int64 // where kept begins in the file
}

// Open asks for the start of the file at an address, which tells its size and
// that the server answers range requests; it fails with ErrRange if not and
// with ErrStatus if the file cannot be had. The context ends this and every
// later read. A nil client stands for http.DefaultClient.
func Open(ctx context.Context, client *http.Client, url string) (*File, error) {
	if client == nil {
		client = http.DefaultClient
	}
	f := &File{ctx: ctx, client: client, url: url, shown: url, size: -1}
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	f.shown = req.URL.Redacted()
	start := make([]byte, window)
	n, err := f.fetch(start, 0)
	if err != nil {
		return nil, err
	}
	f.kept = start[:n]
	return f, nil
}

// Size returns the size of the file in bytes.
func (f *File) Size() int64 { return f.size }

// ReadAt reads bytes of the file, as io.ReaderAt tells. It fails with
// ErrChanged when the server has another version of the file than Open saw, so
// that no two are mixed.
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	if off < 0 {
		return 0, f.fail(off, fs.ErrInvalid, "a position below 0")
	}
	if off >= f.size {
		return 0, io.EOF
	}
	var end error
	if left := f.size - off; int64(len(b)) > left {
		b, end = b[:left], io.EOF
	}
	var n int
	var err error
	if len(b) < window {
		n, err = f.readKept(b, off)
	} else {
		n, err = f.fetch(b, off)
	}
	if err == nil {
		err = end
	}
	return n, err
}

// readKept is ReadAt by way of the bytes in memory.
func (f *File) readKept(b []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if off < f.at || off+int64(len(b)) > f.at+int64(len(f.kept)) {
		next := make([]byte, min(window, f.size-off))
		if _, err := f.fetch(next, off); err != nil {
			return 0, err
		}
		f.kept, f.at = next, off
	}
	return copy(b, f.kept[off-f.at:]), nil
}

// fetch asks for len(b) bytes from off; only the first request may get fewer.
func (f *File) fetch(b []byte, off int64) (int, error) {
	req, err := http.NewRequestWithContext(f.ctx, http.MethodGet, f.url, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", off, off+int64(len(b))-1))
	if f.tag != "" && !strings.HasPrefix(f.tag, "W/") {
		req.Header.Set("If-Match", f.tag)
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return 0, f.fail(off, err, "%v", errors.Unwrap(err)) // what wraps it is the address
	}
	defer resp.Body.Close()
	if f.size < 0 && empty(resp) {
		f.size = 0
		return 0, nil
	}
	n, err := f.examine(resp, int64(len(b)), off)
	if err != nil {
		return 0, err
	}
	if got, err := io.ReadFull(resp.Body, b[:n]); err != nil {
		return got, f.fail(off+int64(got), io.ErrUnexpectedEOF, "the answer ends after %d of %d bytes: %v", got, n, err)
	}
	return n, nil
}

// empty reports whether an answer tells that the file has no bytes, and so no
// part either.
func empty(resp *http.Response) bool {
	return resp.StatusCode == http.StatusOK && resp.ContentLength == 0 ||
		resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && resp.Header.Get("Content-Range") == "bytes */0"
}

// examine proves that an answer is the part that was asked for, of the file
// that Open saw, and returns its length.
func (f *File) examine(resp *http.Response, length, off int64) (int, error) {
	switch {
	case resp.StatusCode == http.StatusPreconditionFailed:
		return 0, f.fail(off, ErrChanged, "the file has changed since it was opened")
	case resp.StatusCode == http.StatusOK:
		return 0, f.fail(off, ErrRange, "the server sends the whole file where a part was asked for")
	case resp.StatusCode != http.StatusPartialContent:
		return 0, f.fail(off, ErrStatus, "the server answers %.60q, expected a part of the file", resp.Status)
	case resp.Header.Get("Content-Encoding") != "":
		return 0, f.fail(off, ErrRange, "the server encodes the part as %.20q", resp.Header.Get("Content-Encoding"))
	}
	told := resp.Header.Get("Content-Range")
	first, last, size, ok := parseRange(told)
	if ok && f.size < 0 {
		f.size, f.tag, f.date = size, resp.Header.Get("ETag"), resp.Header.Get("Last-Modified")
	}
	switch {
	case !ok || first != off || last != min(off+length, size)-1:
		return 0, f.fail(off, ErrRange, "the server sends the part %.60q, asked for were %d bytes", told, length)
	case size != f.size || resp.Header.Get("ETag") != f.tag || resp.Header.Get("Last-Modified") != f.date:
		return 0, f.fail(off, ErrChanged, "the file has changed since it was opened")
	}
	return int(last - first + 1), nil
}

// parseRange reads a Content-Range: "bytes 0-99/1234".
func parseRange(text string) (first, last, size int64, ok bool) {
	part, total, ok1 := strings.Cut(strings.TrimPrefix(text, "bytes "), "/")
	from, to, ok2 := strings.Cut(part, "-")
	if !ok1 || !ok2 || !strings.HasPrefix(text, "bytes ") {
		return 0, 0, 0, false
	}
	number := func(s string) int64 {
		n, err := strconv.ParseUint(s, 10, 63)
		if err != nil || n > math.MaxInt64/2 { // so that sums of them fit
			ok1 = false
		}
		return int64(n)
	}
	first, last, size = number(from), number(to), number(total)
	return first, last, size, ok1 && first <= last && last < size
}

func (f *File) fail(off int64, kind error, format string, args ...any) *Error {
	return &Error{URL: f.shown, Offset: off, Reason: fmt.Sprintf(format, args...), Err: kind}
}
