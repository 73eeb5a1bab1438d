package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
)

// liar is a zip member of which every field can lie; the zero fields tell the
// truth.
type liar struct {
	name, localName string
	data            []byte
	deflate         bool
	raw             []byte // compressed bytes, if not those of data
	flags           uint16
	method          uint16
	crc             uint32
	size            int64
	compressed      int64
	at              int64
	signature       string
	localSizes      bool   // local sizes of 0, whatever the flags
	tail            []byte // behind the data: a descriptor
	version         uint16
	extra           []byte // of the directory's entry
}

// lie builds an archive from members, with bytes in front of and behind it.
func lie(front string, members []liar, comment, behind string) []byte {
	b := []byte(front)
	var dir []byte
	for _, m := range members {
		e := entry{name: m.name, flags: m.flags, version: 20, crc: crc32.ChecksumIEEE(m.data), at: int64(len(b)), size: int64(len(m.data))}
		raw := m.data
		if m.deflate {
			raw, e.method = deflated(m.data), methodDeflate
		}
		if m.raw != nil {
			raw = m.raw
		}
		if m.method != 0 {
			e.method = m.method
		}
		e.compressed = int64(len(raw))
		e.crc ^= m.crc
		if m.size != 0 {
			e.size = m.size
		}
		if m.compressed != 0 {
			e.compressed = m.compressed
		}
		if m.version != 0 {
			e.version = m.version
		}
		local := e
		if m.localName != "" {
			local.name = m.localName
		}
		if m.localSizes {
			local.size, local.compressed = 0, 0
		}
		lb := local.appendLocal(nil, 0, 0)
		copy(lb, m.signature)
		b = append(append(append(b, lb...), raw...), m.tail...)
		if m.at != 0 {
			e.at = m.at
		}
		d := e.appendDirectory(nil)
		binary.LittleEndian.PutUint16(d[30:], binary.LittleEndian.Uint16(d[30:])+uint16(len(m.extra)))
		dir = append(append(dir, d...), m.extra...)
	}
	start := len(b)
	b = append(b, dir...)
	return append(appendEnd(b, len(members), int64(start), int64(len(dir)), comment), behind...)
}

func deflated(b []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, 6)
	if err != nil {
		panic(err)
	}
	w.Write(b)
	w.Close()
	return out.Bytes()
}

// A fault of one member is told when that member is read, and the other
// members read as ever.
func TestBrokenMembers(t *testing.T) {
	whole := file(t, numbers(t, 50))
	good := liar{name: "good.npy", data: whole}
	crc := crc32.ChecksumIEEE(whole)
	descriptor := binary.LittleEndian.AppendUint32([]byte(descriptorSignature), crc)
	descriptor = binary.LittleEndian.AppendUint32(descriptor, uint32(len(whole)))
	descriptor = binary.LittleEndian.AppendUint32(descriptor, uint32(len(whole)))
	for _, c := range []struct {
		name string
		m    liar
		kind error // nil: it reads
	}{
		{"plain", liar{}, nil},
		{"deflated", liar{deflate: true}, nil},
		{"descriptor", liar{flags: flagDescriptor, tail: descriptor}, nil},
		{"descriptor without signature", liar{flags: flagDescriptor, tail: descriptor[4:], deflate: true}, nil},
		{"descriptor missing", liar{flags: flagDescriptor, deflate: true}, nil},
		{"no sizes in place", liar{localSizes: true}, nil},
		{"bytes between members", liar{tail: []byte("junk")}, nil},
		{"checksum", liar{crc: 1}, ErrChecksum},
		{"checksum, deflated", liar{crc: 1, deflate: true}, ErrChecksum},
		{"other name in place", liar{localName: "other.npy"}, ErrArchive},
		{"signature", liar{signature: "PK\x07\x08"}, ErrArchive},
		{"offset in the directory", liar{at: 1 << 30}, ErrArchive},
		{"size beyond the next member", liar{size: 5000, compressed: 5000}, ErrArchive},
		{"stored sizes differ", liar{size: 100}, ErrArchive},
		{"one byte more declared", liar{size: int64(len(whole)) + 1, deflate: true}, ErrTruncated},
		{"one byte less declared", liar{size: int64(len(whole)) - 1, deflate: true}, ErrTruncated},
		{"declared beyond what deflate yields", liar{size: 1 << 40, deflate: true}, ErrArchive},
		{"declared beyond any file", liar{size: math.MaxInt64, compressed: math.MaxInt64, deflate: true}, ErrArchive},
		{"cut stream", liar{deflate: true, raw: deflated(whole)[:20]}, ErrTruncated},
		{"no deflate", liar{deflate: true, raw: bytes.Repeat([]byte{0xFF}, 60)}, ErrArchive},
		{"encrypted", liar{flags: flagEncrypted}, ErrEncrypted},
		{"strongly encrypted", liar{flags: flagEncrypted | flagStrong}, ErrEncrypted},
		{"patch", liar{flags: flagPatch}, ErrMethod},
		{"bzip2", liar{method: 12}, ErrMethod},
		{"method 99", liar{method: 99}, ErrMethod},
		{"NUL in the name", liar{name: "a\x00b.npy"}, ErrArchive},
		{"no array", liar{data: []byte("hello")}, ErrNotArray},
		{"nothing", liar{data: []byte{}}, ErrTruncated},
		{"array cut, checksum right", liar{data: whole[:len(whole)-1]}, ErrTruncated},
		{"header of 4 MiB", liar{data: append([]byte(magic+"\x02\x00\x00\x00\x40\x00"), make([]byte, 4<<20)...), deflate: true}, ErrTooLarge},
		{"objects", liar{data: raw(1, dict("'|O'", "False", "(1,)"), 0x80, 4, '.')}, ErrObject},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := c.m
			if m.name == "" {
				m.name = "bad.npy"
			}
			if m.data == nil {
				m.data = whole
			}
			a := openArchive(t, lie("", []liar{good, m, {name: "after.npy", data: whole, deflate: true}}, "", ""))
			for _, name := range []string{"good", "after"} {
				g, err := a.Lookup(name)
				if err != nil {
					t.Fatal(err)
				}
				got, err := g.Read()
				if err != nil {
					t.Fatalf("the fault spoils member %s: %v", name, err)
				}
				same(t, got, numbers(t, 50))
			}
			bad := a.Members()[1]
			got, err := bad.Read()
			if c.kind == nil {
				if err != nil {
					t.Fatal(err)
				}
				same(t, got, numbers(t, 50))
				if err := bad.Check(); err != nil {
					t.Error(err)
				}
				return
			}
			e, ok := err.(*Error)
			if !ok || !errors.Is(err, c.kind) || e.Member != m.name || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %v", err, c.kind)
			}
			if err := bad.Check(); err == nil {
				t.Error("the check finds nothing")
			}
		})
	}
}

// A stream that goes on behind the declared size, with the checksum of the
// declared part, is not inflated further and refused.
func TestStreamLongerThanDeclared(t *testing.T) {
	whole := file(t, numbers(t, 50))
	long := append(bytes.Clone(whole), make([]byte, 5<<20)...)
	b := lie("", []liar{{name: "a.npy", data: whole, deflate: true, raw: deflated(long)}}, "", "")
	m := openArchive(t, b).Members()[0]
	var err error
	used := allocated(func() { _, err = m.Read() })
	if !errors.Is(err, ErrArchive) || used > 1<<20 {
		t.Errorf("%v, after allocating %d bytes", err, used)
	}
}

// A small member that declares gigabytes of zeros costs what it inflates to.
func TestBomb(t *testing.T) {
	h := raw(1, dict("'|u1'", "False", "(1000000000,)"))
	zeros := append(bytes.Clone(h), make([]byte, 64<<20)...)
	m := liar{name: "a.npy", data: zeros, deflate: true}
	a := openArchive(t, lie("", []liar{m}, "", ""))
	used := allocated(func() {
		if _, err := a.Members()[0].Header(); !errors.Is(err, ErrTruncated) {
			t.Errorf("the header of an array larger than its member: %v", err)
		}
		if _, err := a.Members()[0].Read(); !errors.Is(err, ErrTruncated) {
			t.Errorf("an array larger than its member: %v", err)
		}
	})
	if used > 1<<20 {
		t.Errorf("allocated %d bytes", used)
	}
	short := append(bytes.Clone(h), make([]byte, 2<<20)...)
	m = liar{name: "a.npy", data: short, deflate: true, size: int64(len(h)) + 2<<20 + 100<<10}
	a = openArchive(t, lie("", []liar{m}, "", ""))
	used = allocated(func() {
		if _, err := a.Members()[0].Read(); !errors.Is(err, ErrTruncated) {
			t.Error(err)
		}
	})
	if used > 8<<20 {
		t.Errorf("allocated %d bytes for a stream of 2 MiB", used)
	}
}

// What surrounds the archive and its records.
func TestArchiveRecords(t *testing.T) {
	whole := file(t, numbers(t, 50))
	one := []liar{{name: "a.npy", data: whole}}
	plain := lie("", one, "", "")
	fake := string(appendEnd(nil, 0, 0, 0, "")) // an end record inside of a comment
	shifted := append([]byte("PK\x03\x04junkjunk"), plain...)
	edit := func(at int, b ...byte) []byte {
		c := bytes.Clone(plain)
		copy(c[len(c)-endLen+at:], b)
		return c
	}
	zip64 := func(disks byte) []byte {
		b := bytes.Clone(plain[:len(plain)-endLen])
		end := plain[len(plain)-endLen:]
		size, start := binary.LittleEndian.Uint32(end[12:]), binary.LittleEndian.Uint32(end[16:])
		b = appendEnd(b, math.MaxUint16+1, int64(start), int64(size), "")
		b[len(b)-endLen-4] = disks
		return b
	}
	for _, c := range []struct {
		name    string
		b       []byte
		kind    error
		members int
		comment string
	}{
		{"plain", plain, nil, 1, ""},
		{"comment", lie("", one, "hello", ""), nil, 1, "hello"},
		{"longest comment", lie("", one, strings.Repeat("x", 65535), ""), nil, 1, strings.Repeat("x", 65535)},
		{"bytes behind", lie("", one, "", "junk"), nil, 1, ""},
		{"fake record in the comment", lie("", one, "x"+fake+"..", ""), nil, 1, "x" + fake + ".."},
		{"bytes in front, offsets right", lie("PK\x03\x04junkjunk", one, "", ""), nil, 1, ""},
		{"bytes in front, offsets not", shifted, nil, 1, ""},
		{"bytes in front that are no zip", append([]byte("junk"), plain...), ErrMagic, 0, ""},
		{"zip64", zip64(1), nil, 1, ""},
		{"zip64 on two disks", zip64(2), ErrArchive, 0, ""},
		{"zip64 record gone", bytes.Replace(zip64(1), []byte(end64Signature), []byte("PK\x06\x05"), 1), ErrArchive, 0, ""},
		{"no end record", plain[:len(plain)-10], ErrTruncated, 0, ""},
		{"half of it", plain[:len(plain)/2], ErrTruncated, 0, ""},
		{"empty file", nil, ErrTruncated, 0, ""},
		{"two bytes", plain[:2], ErrTruncated, 0, ""},
		{"an array", whole, ErrMagic, 0, ""},
		{"directory of no bytes", edit(12, 0, 0, 0, 0), ErrArchive, 0, ""},
		{"directory one byte short", edit(12, plain[len(plain)-endLen+12]-1), ErrArchive, 0, ""},
		{"directory beyond the file", edit(12, 0, 0, 0, 0x70), ErrArchive, 0, ""},
		{"directory behind the end record", edit(16, 0, 0, 0, 0x70), ErrArchive, 0, ""},
		{"signature of an entry", bytes.Replace(plain, []byte(directorySignature), []byte("PK\x01\x03"), 1), ErrArchive, 0, ""},
		{"version of the future", lie("", []liar{{name: "a", version: 64}}, "", ""), ErrMethod, 0, ""},
		{"extra field too long", lie("", []liar{{name: "a", extra: []byte{1, 0, 99, 0, 1}}}, "", ""), ErrArchive, 0, ""},
		{"zip64 field too short", lie("", []liar{{name: "a", size: math.MaxUint32, compressed: 1, extra: []byte{9, 0, 0, 0}}}, "", ""), nil, 1, ""},
		{"unknown extra field", lie("", []liar{{name: "a.npy", data: whole, extra: []byte{9, 0, 2, 0, 1, 2}}}, "", ""), nil, 1, ""},
		{"name not UTF-8", lie("", []liar{{name: "\xff", flags: flagUTF8}}, "", ""), ErrArchive, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := OpenArchive(bytes.NewReader(c.b), int64(len(c.b)), ArchiveOptions{Options: Options{File: "f"}})
			if !errors.Is(err, c.kind) {
				t.Fatalf("%v, want %v", err, c.kind)
			}
			if err != nil {
				if e, ok := err.(*Error); !ok || e.File != "f" || e.Offset < 0 || e.Offset > int64(len(c.b)) {
					t.Errorf("%#v: want the file and a byte of it", err)
				}
				return
			}
			if len(a.Members()) != c.members || a.Comment() != c.comment {
				t.Errorf("%d members, comment %q", len(a.Members()), a.Comment())
			}
			if m, err := a.Lookup("a"); err != nil {
				t.Error(err)
			} else if m.Name == "a.npy" {
				got, err := m.Read()
				if err != nil {
					t.Fatal(err)
				}
				same(t, got, numbers(t, 50))
			}
		})
	}
}

func TestNames(t *testing.T) {
	whole := file(t, numbers(t, 3))
	a := openArchive(t, lie("", []liar{
		{name: "\x82.npy", data: whole},
		{name: "é.npy", data: whole, flags: flagUTF8},
		{name: "x", data: whole}, {name: "x", data: file(t, numbers(t, 4))},
		{name: "d/"},
	}, "", ""))
	for i, name := range []string{"é.npy", "é.npy", "x", "x", "d/"} {
		if got := a.Members()[i].Name; got != name {
			t.Errorf("member %d is %q, want %q", i, got, name)
		}
	}
	m, err := a.Lookup("x")
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Read()
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, numbers(t, 4)) // of a repeated name the last
	if lines := a.Warnings(); len(lines) != 2 {
		t.Errorf("warnings %q, want one for é.npy and one for x", lines)
	}
}

// Two members in the same place: one of them lies.
func TestOverlap(t *testing.T) {
	inner := lie("", []liar{{name: "b.npy", data: file(t, numbers(t, 50))}}, "", "")
	outer := liar{name: "a.npy", data: append(raw(1, dict("'|u1'", "False", "(10,)"), make([]byte, 10)...), inner...)}
	at := int64(localLen+len(outer.name)+zip64FieldLen) + int64(len(outer.data)-len(inner))
	a := openArchive(t, lie("", []liar{outer, {name: "b.npy", data: file(t, numbers(t, 50)), at: at}}, "", ""))
	if _, err := a.Members()[0].Read(); !errors.Is(err, ErrArchive) {
		t.Errorf("a member over another: %v", err)
	}
}

// An error of the underlying reader at any byte is passed on, and nothing is
// left out of the archive silently.
func TestArchiveFaultAtEveryByte(t *testing.T) {
	b := lie("", []liar{{name: "a.npy", data: file(t, numbers(t, 9))}, {name: "b.npy", data: file(t, numbers(t, 9)), deflate: true}}, "c", "")
	for at := range len(b) {
		r := &faulty{b: b, at: at}
		a, err := OpenArchive(r, int64(len(b)), ArchiveOptions{})
		if !errors.Is(err, errFault) {
			t.Fatalf("fault at %d: %v, %v", at, a, err)
		}
		// the directory can be read, a member cannot
		r.at = len(b)
		if a, err = OpenArchive(r, int64(len(b)), ArchiveOptions{}); err != nil {
			t.Fatal(err)
		}
		r.at = at
		failed := 0
		for _, m := range a.Members() {
			_, err := m.Read()
			if err != nil && !errors.Is(err, errFault) {
				t.Errorf("fault at %d: %v", at, err)
			}
			if err != nil {
				failed++
			}
		}
		if at < int(a.Members()[1].headerAt) && failed == 0 {
			t.Errorf("fault at %d: both members read", at)
		}
	}
}
