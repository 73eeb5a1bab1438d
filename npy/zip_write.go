package npy

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

const (
	// zip64From is the size from which Python's zipfile writes the 64-bit
	// records: sizes above 2^31-1.
	zip64From = math.MaxInt32

	zip64Version = 45   // "version needed" of zip64
	systemUnix   = 3    // "version made by": whose file attributes follow
	date1980     = 0x21 // 1980-01-01, the earliest that the format can say
	attributes   = 0o600 << 16

	// alignExtra is the extra field that Android's tools fill up with zeros
	// to align a member's data: the alignment, then the padding.
	alignExtra = 0xD935
)

// entry is a member as the writer remembers it for the directory.
type entry struct {
	name             string
	method           uint16
	flags            uint16
	version          uint16
	crc              uint32
	compressed, size int64
	at               int64 // byte of the archive at which the local header starts
}

func newEntry(name string, method uint16) entry {
	e := entry{name: name, method: method, version: zip64Version}
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			e.flags |= flagUTF8
			break
		}
	}
	return e
}

// appendLocal appends the local header, always with the 64-bit sizes as
// numpy.savez writes it, and an extra field of fill bytes if fill is not 0. The
// sizes and the checksum are left 0 when a data descriptor is to follow.
func (e *entry) appendLocal(b []byte, fill, align int) []byte {
	crc, compressed, size := e.crc, e.compressed, e.size
	if e.flags&flagDescriptor != 0 {
		crc, compressed, size = 0, 0, 0
	}
	le := binary.LittleEndian
	b = append(b, localSignature...)
	b = le.AppendUint16(b, e.version)
	b = le.AppendUint16(b, e.flags)
	b = le.AppendUint16(b, e.method)
	b = le.AppendUint16(b, 0)
	b = le.AppendUint16(b, date1980)
	b = le.AppendUint32(b, crc)
	b = le.AppendUint32(b, math.MaxUint32)
	b = le.AppendUint32(b, math.MaxUint32)
	b = le.AppendUint16(b, uint16(len(e.name)))
	b = le.AppendUint16(b, uint16(zip64FieldLen+fill))
	b = append(b, e.name...)
	b = le.AppendUint16(b, zip64Extra)
	b = le.AppendUint16(b, 16)
	b = le.AppendUint64(b, uint64(size))
	b = le.AppendUint64(b, uint64(compressed))
	if fill > 0 {
		b = le.AppendUint16(b, alignExtra)
		b = le.AppendUint16(b, uint16(fill-4))
		b = le.AppendUint16(b, uint16(align))
		b = append(b, make([]byte, fill-6)...)
	}
	return b
}

// zip64FieldLen is the length of the extra field of a local header.
const zip64FieldLen = 4 + 16

// fill returns the length of the extra field that puts what stands skip bytes
// into the member at a multiple of align.
func (e *entry) fill(align int, skip int64) int {
	if align <= 1 {
		return 0
	}
	const least = 6
	at := e.at + localLen + int64(len(e.name)) + zip64FieldLen + least + skip
	return least + int(-at&int64(align-1))
}

// appendDescriptor appends the sizes that follow the data of a member whose
// local header could not say them.
func (e *entry) appendDescriptor(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, descriptorSignature...)
	b = le.AppendUint32(b, e.crc)
	b = le.AppendUint64(b, uint64(e.compressed))
	return le.AppendUint64(b, uint64(e.size))
}

// appendDirectory appends the entry of the central directory.
func (e *entry) appendDirectory(b []byte) []byte {
	le := binary.LittleEndian
	var extra []byte
	compressed, size, at := uint32(e.compressed), uint32(e.size), uint32(e.at)
	if e.size > zip64From || e.compressed > zip64From {
		compressed, size = math.MaxUint32, math.MaxUint32
		extra = le.AppendUint64(extra, uint64(e.size))
		extra = le.AppendUint64(extra, uint64(e.compressed))
	}
	if e.at > zip64From {
		at = math.MaxUint32
		extra = le.AppendUint64(extra, uint64(e.at))
	}
	if len(extra) > 0 {
		extra = append(le.AppendUint16(le.AppendUint16(nil, zip64Extra), uint16(len(extra))), extra...)
	}
	b = append(b, directorySignature...)
	b = append(b, byte(e.version), systemUnix)
	b = le.AppendUint16(b, e.version)
	b = le.AppendUint16(b, e.flags)
	b = le.AppendUint16(b, e.method)
	b = le.AppendUint16(b, 0)
	b = le.AppendUint16(b, date1980)
	b = le.AppendUint32(b, e.crc)
	b = le.AppendUint32(b, compressed)
	b = le.AppendUint32(b, size)
	b = le.AppendUint16(b, uint16(len(e.name)))
	b = le.AppendUint16(b, uint16(len(extra)))
	b = append(b, 0, 0, 0, 0, 0, 0) // no comment, disk 0, no internal attributes
	b = le.AppendUint32(b, attributes)
	b = le.AppendUint32(b, at)
	b = append(b, e.name...)
	return append(b, extra...)
}

// appendEnd appends the end records of a directory of size bytes at start.
func appendEnd(b []byte, count int, start, size int64, comment string) []byte {
	le := binary.LittleEndian
	if count > math.MaxUint16 || start > zip64From || size > zip64From {
		b = append(b, end64Signature...)
		b = le.AppendUint64(b, end64Len-12)
		b = le.AppendUint16(b, zip64Version)
		b = le.AppendUint16(b, zip64Version)
		b = le.AppendUint64(b, 0) // this disk, the directory's disk
		b = le.AppendUint64(b, uint64(count))
		b = le.AppendUint64(b, uint64(count))
		b = le.AppendUint64(b, uint64(size))
		b = le.AppendUint64(b, uint64(start))
		b = append(b, locatorSignature...)
		b = le.AppendUint32(b, 0)
		b = le.AppendUint64(b, uint64(start+size))
		b = le.AppendUint32(b, 1)
	}
	b = append(b, endSignature...)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint16(b, uint16(min(count, math.MaxUint16)))
	b = le.AppendUint16(b, uint16(min(count, math.MaxUint16)))
	b = le.AppendUint32(b, uint32(min(size, math.MaxUint32)))
	b = le.AppendUint32(b, uint32(min(start, math.MaxUint32)))
	b = le.AppendUint16(b, uint16(len(comment)))
	return append(b, comment...)
}
