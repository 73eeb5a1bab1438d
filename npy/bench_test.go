package npy

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// benchFile writes a float32 file of mib MiB.
func benchFile(b *testing.B, mib int) (string, *ndarray.Array) {
	b.Helper()
	a, err := ndarray.New(dtype.Float32, mib, 512, 512)
	if err != nil {
		b.Fatal(err)
	}
	data, _ := a.Bytes()
	for i := range data {
		data[i] = byte(i >> 3)
	}
	path := filepath.Join(b.TempDir(), "bench.npy")
	if err := WriteFile(path, a); err != nil {
		b.Fatal(err)
	}
	return path, a
}

const benchMiB = 256

func BenchmarkReadFile(b *testing.B) {
	path, a := benchFile(b, benchMiB)
	b.SetBytes(int64(a.NumBytes()))
	for b.Loop() {
		if _, err := ReadFile(path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFileInto(b *testing.B) {
	path, a := benchFile(b, benchMiB)
	buffer, _ := a.Bytes()
	b.SetBytes(int64(a.NumBytes()))
	for b.Loop() {
		if _, err := ReadFile(path, Options{Buffer: buffer}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadStream(b *testing.B) {
	path, a := benchFile(b, benchMiB)
	b.SetBytes(int64(a.NumBytes()))
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Read(onlyReader{f}, Options{}); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkReadSmallFile(b *testing.B) {
	path := filepath.Join(b.TempDir(), "small.npy")
	if err := os.WriteFile(path, file(b, numbers(b, 1000)), 0o644); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadFile(path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadHeader(b *testing.B) {
	whole := file(b, numbers(b, 3, 4))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadHeader(bytes.NewReader(whole), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	path, _ := benchFile(b, benchMiB)
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkWrite(b *testing.B) {
	path, a := benchFile(b, benchMiB)
	every, err := a.Slice(layout.All, layout.All, layout.All.By(2))
	if err != nil {
		b.Fatal(err)
	}
	inner, err := a.Permute(0, 2, 1)
	if err != nil {
		b.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for _, c := range []struct {
		name string
		a    *ndarray.Array
	}{{"contiguous", a}, {"strided", every}, {"permuted", inner}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(c.a.NumBytes()))
			for b.Loop() {
				if _, err := f.Seek(0, io.SeekStart); err != nil {
					b.Fatal(err)
				}
				if err := Write(f, c.a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkInflate(b *testing.B) {
	z := benchArchive(b)
	archive := openArchive(b, z)
	m := archive.Members()[0]
	b.SetBytes(m.Size)
	for b.Loop() {
		if _, err := m.Read(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchArchive(b *testing.B) []byte {
	b.Helper()
	return archive(b, WriterOptions{Compress: true}, Keyed{"a", numbers(b, 4<<20)})
}

func BenchmarkDeflate(b *testing.B) {
	a := numbers(b, 4<<20)
	b.SetBytes(int64(a.NumBytes()))
	for b.Loop() {
		w, err := NewArchiveWriter(io.Discard, WriterOptions{Compress: true})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Add("a", a); err != nil {
			b.Fatal(err)
		}
	}
}
