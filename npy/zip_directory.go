package npy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The records of a zip archive (PKWARE's APPNOTE.TXT).
const (
	localSignature      = "PK\x03\x04"
	directorySignature  = "PK\x01\x02"
	endSignature        = "PK\x05\x06"
	end64Signature      = "PK\x06\x06"
	locatorSignature    = "PK\x06\x07"
	descriptorSignature = "PK\x07\x08"

	localLen      = 30
	directoryLen  = 46
	endLen        = 22
	end64Len      = 56
	locatorLen    = 20
	maxCommentLen = math.MaxUint16

	zip64Extra = 1

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatch      = 1 << 5
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11

	methodStored  = 0
	methodDeflate = 8

	// newestVersion is the newest "version needed" that Python's zipfile reads.
	newestVersion = 63
)

// directory is where the records of an archive are, in bytes from its start.
type directory struct {
	start   int64 // of the central directory
	size    int64
	shift   int64 // what is to be added to the offsets that the records give
	count   uint64
	comment string
}

// findDirectory reads the end records. Like Python's zipfile it finds an
// archive that has bytes in front of it or behind it; of several end records
// the last one counts whose comment ends with the file.
func findDirectory(r io.ReaderAt, size int64) (d directory, err error) {
	tail := make([]byte, min(size, maxCommentLen+endLen))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return d, cut(err, size-int64(len(tail)), "")
	}
	at := lastEnd(tail)
	if at < 0 {
		return d, fail(ErrTruncated, size, "the archive's end record is missing; the file was cut or is no archive")
	}
	end := tail[at:]
	d.count = uint64(binary.LittleEndian.Uint16(end[10:]))
	length := uint64(binary.LittleEndian.Uint32(end[12:]))
	offset := uint64(binary.LittleEndian.Uint32(end[16:]))
	commentLen := int(binary.LittleEndian.Uint16(end[20:]))
	d.comment = string(end[endLen:min(endLen+commentLen, len(end))])
	endAt := size - int64(len(tail)) + int64(at)
	end64, err := findEnd64(r, endAt)
	if err != nil {
		return d, err
	}
	if end64 != nil {
		d.count = binary.LittleEndian.Uint64(end64[32:])
		length = binary.LittleEndian.Uint64(end64[40:])
		offset = binary.LittleEndian.Uint64(end64[48:])
		endAt -= locatorLen + end64Len
	}
	if length > uint64(endAt) || offset > uint64(endAt)-length {
		return d, fail(ErrArchive, endAt, "the end record puts the directory at bytes %d to %d+%d, behind itself", offset, offset, length)
	}
	d.size = int64(length)
	d.start = endAt - d.size
	d.shift = d.start - int64(offset)
	return d, nil
}

// lastEnd returns the place of the end record in the last bytes of an archive,
// -1 if there is none.
func lastEnd(tail []byte) int {
	last := -1
	for at := len(tail); ; {
		at = bytes.LastIndex(tail[:at], []byte(endSignature))
		if at < 0 {
			return last
		}
		rest := len(tail) - at
		if rest < endLen {
			continue
		}
		if int(binary.LittleEndian.Uint16(tail[at+20:]))+endLen == rest {
			return at
		}
		last = max(last, at)
	}
}

// findEnd64 returns the zip64 end record in front of the end record at endAt,
// nil if there is none.
func findEnd64(r io.ReaderAt, endAt int64) ([]byte, error) {
	at := endAt - locatorLen - end64Len
	if at < 0 {
		return nil, nil
	}
	b := make([]byte, end64Len+locatorLen)
	if _, err := r.ReadAt(b, at); err != nil {
		return nil, cut(err, at, "")
	}
	locator := b[end64Len:]
	if !strings.HasPrefix(string(locator), locatorSignature) {
		return nil, nil
	}
	if binary.LittleEndian.Uint32(locator[4:]) != 0 || binary.LittleEndian.Uint32(locator[16:]) > 1 {
		return nil, fail(ErrArchive, at+end64Len, "the archive spans several disks, expected one file")
	}
	if !strings.HasPrefix(string(b), end64Signature) {
		return nil, fail(ErrArchive, at, "the zip64 end record is missing")
	}
	return b[:end64Len], nil
}

// readMembers reads the entries of the central directory.
func readMembers(r io.ReaderAt, d directory, most int) ([]*Member, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(r, d.start, d.size), int(min(d.size+16, 64<<10)))
	var members []*Member
	at := d.start
	for at < d.start+d.size {
		if most > 0 && len(members) == most {
			return nil, fail(ErrTooLarge, at, "more than %d members, the limit", most)
		}
		m, n, err := readEntry(in, at)
		if err != nil {
			return nil, err
		}
		m.headerAt += d.shift
		m.entryAt = at
		members = append(members, m)
		at += n
	}
	if len(members) == 0 && d.count > 0 {
		return nil, fail(ErrArchive, d.start, "the directory is empty, the end record counts %d members", d.count)
	}
	bound(members, d.start)
	return members, nil
}

// readEntry reads one entry and returns its length.
func readEntry(in *bufio.Reader, at int64) (*Member, int64, error) {
	var b [directoryLen]byte
	if _, err := readFull(in, b[:]); err != nil {
		return nil, 0, cut(err, at, "an entry of the directory takes %d bytes", directoryLen)
	}
	if string(b[:4]) != directorySignature {
		return nil, 0, fail(ErrArchive, at, "signature %q in the directory, expected %q", b[:4], directorySignature)
	}
	le := binary.LittleEndian
	nameLen, extraLen, commentLen := int(le.Uint16(b[28:])), int(le.Uint16(b[30:])), int(le.Uint16(b[32:]))
	rest := make([]byte, nameLen+extraLen+commentLen)
	if n, err := readFull(in, rest); err != nil {
		return nil, 0, cut(err, at+directoryLen+int64(n), "an entry of the directory takes %d bytes", directoryLen+len(rest))
	}
	m := &Member{
		version:    le.Uint16(b[6:]),
		flags:      le.Uint16(b[8:]),
		Method:     le.Uint16(b[10:]),
		CRC32:      le.Uint32(b[16:]),
		Compressed: int64(le.Uint32(b[20:])),
		Size:       int64(le.Uint32(b[24:])),
		headerAt:   int64(le.Uint32(b[42:])),
	}
	if v := m.version; v > newestVersion {
		return nil, 0, fail(ErrMethod, at, "a member needs version %d.%d of zip, expected at most %d.%d", v/10, v%10, newestVersion/10, newestVersion%10)
	}
	var err error
	if m.Name, err = memberName(rest[:nameLen], m.flags); err != nil {
		return nil, 0, fail(ErrArchive, at+directoryLen, "%v", err)
	}
	if err := m.takeZip64(rest[nameLen : nameLen+extraLen]); err != nil {
		return nil, 0, fail(ErrArchive, at+directoryLen+int64(nameLen), "member %s: %v", quote(m.Name), err)
	}
	return m, int64(directoryLen + len(rest)), nil
}

// takeZip64 reads the 64-bit sizes and offset from an entry's extra fields.
func (m *Member) takeZip64(extra []byte) error {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		if n > len(extra)-4 {
			return fmt.Errorf("extra field %#04x of %d bytes, %d are left", id, n, len(extra)-4)
		}
		field := extra[4 : 4+n]
		extra = extra[4+n:]
		if id != zip64Extra {
			continue
		}
		for _, v := range []*int64{&m.Size, &m.Compressed, &m.headerAt} {
			if *v != math.MaxUint32 {
				continue
			}
			if len(field) < 8 {
				return fmt.Errorf("zip64 field of %d bytes is too short", n)
			}
			if *v = int64(le.Uint64(field)); *v < 0 {
				return fmt.Errorf("zip64 size or offset %d is over the limit of the format's readers", uint64(*v))
			}
			field = field[8:]
		}
	}
	return nil
}

// memberName decodes a name: UTF-8 by its flag, else code page 437.
func memberName(b []byte, flags uint16) (string, error) {
	if flags&flagUTF8 != 0 {
		if !utf8.Valid(b) {
			return "", fmt.Errorf("member name %s is not valid UTF-8", quote(string(b)))
		}
		return string(b), nil
	}
	var name strings.Builder
	for _, c := range b {
		if c < utf8.RuneSelf {
			name.WriteByte(c)
		} else {
			name.WriteRune(codePage437[c-utf8.RuneSelf])
		}
	}
	return name.String(), nil
}

// codePage437 is the upper half of the character set of the first PCs.
var codePage437 = []rune("" +
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
	"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// bound tells every member where its bytes must end: at the next member or at
// the directory. Members that overlap are a known attack on readers.
func bound(members []*Member, directory int64) {
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b *Member) int {
		switch {
		case a.headerAt < b.headerAt:
			return -1
		case a.headerAt > b.headerAt:
			return 1
		}
		return 0
	})
	end := directory
	for _, m := range slices.Backward(sorted) {
		m.end = end
		end = m.headerAt
	}
}
