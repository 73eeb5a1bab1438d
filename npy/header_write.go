package npy

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	magic = "\x93NUMPY"

	// dataAlign is what the start of the data is a multiple of.
	dataAlign = 64

	// growthDigits is the room that NumPy keeps for the size of the growth
	// axis, so that a file can be appended to in place.
	growthDigits = 21
)

// prefixLen returns the bytes before the header text.
func prefixLen(version [2]uint8) int {
	if version[0] == 1 {
		return len(magic) + 2 + 2
	}
	return len(magic) + 2 + 4
}

// AppendBinary appends the header as np.save writes it, byte for byte, up to
// the first byte of the data: the keys sorted, room for the growth axis to
// grow, 1 to 64 bytes of padding up to a multiple of 64, the last a newline.
//
// It fails if the array cannot exist (a negative size, more than 64 axes, a
// size over the address space, Python objects) and if h.Version is set and
// cannot hold the text.
func (h Header) AppendBinary(b []byte) ([]byte, error) {
	if err := h.check(); err != nil {
		return b, err
	}
	text := h.text()
	if axis := h.growthAxis(); axis >= 0 {
		text += strings.Repeat(" ", growthDigits-len(strconv.Itoa(h.Shape[axis])))
	}
	version, body, err := encode(text, h.Version)
	if err != nil {
		return b, err
	}
	prefix := prefixLen(version)
	return appendHeader(b, version, body, pad(prefix+len(body)+1)-prefix), nil
}

// appendWithin appends the header so that the data keep their offset: total is
// the length of the old header in bytes, version its version.
func (h Header) appendWithin(b []byte, version [2]uint8, total int) ([]byte, error) {
	if err := h.check(); err != nil {
		return b, err
	}
	_, body, err := encode(h.text(), version)
	if err != nil {
		return b, because(ErrNoRoom, err, -1, "%v", err)
	}
	prefix := prefixLen(version)
	if prefix+len(body)+1 > total {
		return b, fail(ErrNoRoom, -1, "the new header needs %d bytes, the old one left %d before the data", prefix+len(body)+1, total)
	}
	return appendHeader(b, version, body, total-prefix), nil
}

// text returns the dict without padding.
func (h Header) text() string {
	order := "False"
	if h.FortranOrder {
		order = "True"
	}
	return "{'descr': " + h.DType.Descr() + ", 'fortran_order': " + order + ", 'shape': " + tuple(h.Shape) + ", }"
}

// pad rounds n up to a multiple of 64; an n that already is one gets a full 64
// more, as in NumPy.
func pad(n int) int { return n + dataAlign - n%dataAlign }

// encode returns the header text in the version's character set. The zero
// version is replaced by the lowest that holds the text.
func encode(text string, version [2]uint8) ([2]uint8, string, error) {
	latin, isLatin := toLatin1(text)
	fits := pad(prefixLen([2]uint8{1, 0})+len(latin)+1)-prefixLen([2]uint8{1, 0}) <= math.MaxUint16
	switch {
	case version == [2]uint8{} && isLatin && fits:
		version = [2]uint8{1, 0}
	case version == [2]uint8{} && isLatin:
		version = [2]uint8{2, 0}
	case version == [2]uint8{}:
		version = [2]uint8{3, 0}
	}
	switch version {
	case [2]uint8{1, 0}:
		if !fits {
			return version, "", fail(ErrTooLarge, -1, "header text of %d bytes is too long for version 1.0, expected less than %d", len(latin), math.MaxUint16)
		}
		fallthrough
	case [2]uint8{2, 0}:
		if !isLatin {
			return version, "", fail(ErrVersion, -1, "version %d.0 cannot write the field names, which need version 3.0", version[0])
		}
		return version, latin, nil
	case [2]uint8{3, 0}:
		if !utf8.ValidString(text) {
			return version, "", fail(ErrHeader, -1, "a field name is not valid UTF-8")
		}
		return version, text, nil
	}
	return version, "", fail(ErrVersion, -1, "format version %d.%d, expected 1.0, 2.0 or 3.0", version[0], version[1])
}

// toLatin1 returns one byte a character, if every character has one.
func toLatin1(text string) (string, bool) {
	ascii := true
	for _, r := range text {
		if r > 0xFF {
			return "", false
		}
		ascii = ascii && r < utf8.RuneSelf
	}
	if ascii {
		return text, true
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b), true
}

// appendHeader appends the prefix and the text, filled with spaces to n bytes
// of which the last is a newline.
func appendHeader(b []byte, version [2]uint8, text string, n int) []byte {
	b = append(append(b, magic...), version[:]...)
	if version[0] == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = append(b, text...)
	for range n - len(text) - 1 {
		b = append(b, ' ')
	}
	return append(b, '\n')
}
