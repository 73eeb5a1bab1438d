package httpfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/ndtool/ndtool/httpfile"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

// server serves one file and counts requests and bytes.
type server struct {
	data     atomic.Pointer[[]byte]
	tag      atomic.Pointer[string]
	requests atomic.Int64
	sent     atomic.Int64
}

func (s *server) set(data []byte, tag string) {
	s.data.Store(&data)
	s.tag.Store(&tag)
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	if tag := *s.tag.Load(); tag != "" {
		w.Header().Set("ETag", tag)
	}
	http.ServeContent(&counting{w, &s.sent}, r, "file.npy", time.Time{}, bytes.NewReader(*s.data.Load()))
}

type counting struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (c *counting) Write(b []byte) (int, error) {
	c.n.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

func serve(t *testing.T, data []byte, tag string) (*server, string) {
	t.Helper()
	s := new(server)
	s.set(data, tag)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	return s, h.URL
}

// TestReaderAt proves the contract of io.ReaderAt at many positions.
func TestReaderAt(t *testing.T) {
	data := make([]byte, 300_000)
	for i := range data {
		data[i] = byte(i * 7 >> 3)
	}
	_, url := serve(t, data, `"a"`)
	f, err := httpfile.Open(context.Background(), nil, url)
	if err != nil {
		t.Fatal(err)
	}
	if f.Size() != int64(len(data)) {
		t.Fatalf("size %d", f.Size())
	}
	if err := iotest.TestReader(io.NewSectionReader(f, 0, f.Size()), data); err != nil {
		t.Error(err)
	}
	for _, at := range []int64{0, 1, 65535, 65536, 200_000, 299_999} {
		for _, n := range []int{0, 1, 1000, 65535, 65536, 100_000, 300_000} {
			b := make([]byte, n)
			got, err := f.ReadAt(b, at)
			want := data[at:min(int64(len(data)), at+int64(n))]
			if !bytes.Equal(b[:got], want) || (err == io.EOF) != (len(want) < n) || err != nil && err != io.EOF {
				t.Errorf("ReadAt of %d bytes at %d: %d bytes, %v", n, at, got, err)
			}
		}
	}
	if n, err := f.ReadAt(make([]byte, 1), 300_000); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d, %v", n, err)
	}
	if _, err := f.ReadAt(make([]byte, 1), -1); err == nil {
		t.Error("a position below 0 was read")
	}
}

// TestArchive reads one small array out of a large archive, with few requests
// and little more than its bytes.
func TestArchive(t *testing.T) {
	large, err := ndarray.New(dtype.Float64, 1000, 1000)
	if err != nil {
		t.Fatal(err)
	}
	small, err := ndarray.FromSlice([]int16{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := npy.NewArchiveWriter(&b, npy.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add("before", large), w.Add("small", small), w.Add("after", large), w.Close()); err != nil {
		t.Fatal(err)
	}
	s, url := serve(t, b.Bytes(), `"a"`)
	f, err := httpfile.Open(context.Background(), nil, url)
	if err != nil {
		t.Fatal(err)
	}
	p, err := npy.OpenArchive(f, f.Size(), npy.ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Lookup("small")
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Read()
	if err != nil || ndarray.Format(a, ndarray.FormatOptions{}) != "[1 2 3]" {
		t.Errorf("%v, %v", a, err)
	}
	if m, err = p.Lookup("after"); err != nil {
		t.Fatal(err)
	}
	part, err := m.Slice(layout.Range(500, 502), layout.To(10))
	if err != nil || part.Len() != 20 {
		t.Errorf("%v, %v", part, err)
	}
	if n, sent := s.requests.Load(), s.sent.Load(); n > 8 || sent > 8*65536 {
		t.Errorf("%d requests for %d bytes", n, sent)
	}
}

// TestRefusals looks at servers that do not do as they are asked.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name  string
		serve http.HandlerFunc
		kind  error
		text  string
	}{
		{"no ranges", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "all of it") }, httpfile.ErrRange, "the server sends the whole file"},
		{"not there", http.NotFound, httpfile.ErrStatus, `"404 Not Found"`},
		{"another part", part("bytes 5-8/9", "5678"), httpfile.ErrRange, `the part "bytes 5-8/9"`},
		{"too long a part", part("bytes 0-99999/100000", strings.Repeat("x", 100000)), httpfile.ErrRange, "asked for were 65536 bytes"},
		{"no size", part("bytes 0-3/*", "0123"), httpfile.ErrRange, ""},
		{"size of 2^63-1", part("bytes 0-65535/9223372036854775807", "0"), httpfile.ErrRange, ""},
		{"size below the part", part("bytes 0-65535/100", "0"), httpfile.ErrRange, ""},
		{"nonsense", part("lines 1-2", "0"), httpfile.ErrRange, ""},
		{"short answer", part("bytes 0-9/10", "0123"), io.ErrUnexpectedEOF, "the answer ends after 4 of 10 bytes"},
		{"compressed", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			part("bytes 0-3/4", "0123")(w, r)
		}, httpfile.ErrRange, `encodes the part as "gzip"`},
		{"loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, nil, "stopped after 10 redirects"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := httptest.NewServer(c.serve)
			defer h.Close()
			_, err := httpfile.Open(context.Background(), h.Client(), strings.Replace(h.URL, "//", "//user:secret@", 1))
			var e *httpfile.Error
			if !errors.As(err, &e) || c.kind != nil && !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want a %v with %q", err, c.kind, c.text)
			}
		})
	}
	if _, err := httpfile.Open(context.Background(), nil, "http://[::1"); err == nil {
		t.Error("a malformed address was opened")
	}
}

// part answers every request with one part.
func part(told, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Range", told)
		w.WriteHeader(http.StatusPartialContent)
		io.WriteString(w, body)
	}
}

// TestChanged wants no mixture of two versions of a file.
func TestChanged(t *testing.T) {
	for _, tags := range [][2]string{{`"a"`, `"b"`}, {`W/"a"`, `W/"b"`}, {"", `"b"`}, {"", ""}} {
		s, url := serve(t, make([]byte, 200_000), tags[0])
		f, err := httpfile.Open(context.Background(), nil, url)
		if err != nil {
			t.Fatal(err)
		}
		s.set(make([]byte, 200_001), tags[1])
		for _, n := range []int{10, 100_000} {
			if _, err := f.ReadAt(make([]byte, n), 100_000); !errors.Is(err, httpfile.ErrChanged) {
				t.Errorf("tags %q, %d bytes: %v", tags, n, err)
			}
		}
	}
}

func TestEmptyAndCancelled(t *testing.T) {
	_, url := serve(t, nil, "")
	f, err := httpfile.Open(context.Background(), nil, url)
	if err != nil || f.Size() != 0 {
		t.Fatalf("an empty file: %v", err)
	}
	if _, err := f.ReadAt(make([]byte, 1), 0); err != io.EOF {
		t.Errorf("reading it: %v", err)
	}
	_, url = serve(t, make([]byte, 200_000), "")
	ctx, cancel := context.WithCancel(context.Background())
	if f, err = httpfile.Open(ctx, nil, url); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := f.ReadAt(make([]byte, 10), 150_000); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
}

func ExampleOpen() {
	var file bytes.Buffer
	a, _ := ndarray.FromSlice([]int64{0, 1, 2, 3, 4, 5}, 3, 2)
	npy.Write(&file, a)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "a.npy", time.Time{}, bytes.NewReader(file.Bytes()))
	}))
	defer web.Close()

	f, err := httpfile.Open(context.Background(), web.Client(), web.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	row, err := npy.ReadSlice(f, f.Size(), npy.Options{}, layout.Int(1)) // asks for no more than the row
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(row, ndarray.FormatOptions{}))
	// Output:
	// [2 3]
}
