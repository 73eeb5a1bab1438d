package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner reads the JSON of a header token by token, so that what is kept of a
// header is bounded by what it means.
type scanner struct {
	dec  *json.Decoder
	text []byte
	at   int64 // byte of the file at which the last token starts
}

// prefix is the length of the header's length, in bytes.
const prefix = 8

func newScanner(text []byte) (*scanner, error) {
	if !utf8.Valid(text) {
		at := 0
		for {
			r, n := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && n == 1 {
				return nil, fail(ErrHeader, prefix+int64(at), "byte %#02x is not UTF-8", text[at])
			}
			at += n
		}
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return &scanner{dec: dec, text: text}, nil
}

// next returns the next token: a json.Delim, a string, a json.Number, a bool,
// or nil for null.
func (s *scanner) next() (json.Token, error) {
	from := s.dec.InputOffset()
	for int(from) < len(s.text) && strings.IndexByte(" \t\r\n,:", s.text[from]) >= 0 {
		from++
	}
	s.at = prefix + from
	token, err := s.dec.Token()
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fail(ErrHeader, s.at, "the JSON ends in the middle")
		}
		return nil, fail(ErrHeader, s.at, "not JSON: %v", err)
	}
	if text, ok := token.(string); ok {
		if err := s.surrogates(text, s.text[from:s.dec.InputOffset()]); err != nil {
			return nil, err
		}
	}
	return token, nil
}

// surrogates refuses the halves of surrogate pairs, for which encoding/json
// puts a replacement character: two names could become one.
func (s *scanner) surrogates(text string, literal []byte) error {
	n := strings.Count(text, "\uFFFD")
	if n == 0 {
		return nil
	}
	n -= bytes.Count(literal, []byte("\uFFFD")) + bytes.Count(bytes.ToLower(literal), []byte(`\ufffd`))
	if n > 0 {
		return fail(ErrHeader, s.at, "%.60q has half of a surrogate pair", literal)
	}
	return nil
}

// wrong is the error for a token that is not what was expected.
func (s *scanner) wrong(token json.Token, want string) error {
	got := "null"
	switch t := token.(type) {
	case json.Delim:
		got = map[json.Delim]string{'{': "an object", '[': "an array", ']': "the end of the array", '}': "the end of the object"}[t]
	case string:
		got = "a string"
	case json.Number:
		got = "the number " + strconv.QuoteToGraphic(string(t[:min(len(t), 40)]))
	case bool:
		got = strconv.FormatBool(t)
	}
	return fail(ErrHeader, s.at, "%s, expected %s", got, want)
}

// object reads an object: what says which one. each reads the value of a key.
func (s *scanner) object(what string, each func(key string) error) error {
	token, err := s.next()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return s.wrong(token, what)
	}
	return s.members(each)
}

// members reads an object from behind its brace.
func (s *scanner) members(each func(key string) error) error {
	for {
		token, err := s.next()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return nil // the decoder allows nothing but the closing brace
		}
		if err := each(key); err != nil {
			return err
		}
	}
}

// string reads a string.
func (s *scanner) string(what string) (string, error) {
	token, err := s.next()
	if err != nil {
		return "", err
	}
	text, ok := token.(string)
	if !ok {
		return "", s.wrong(token, what)
	}
	return text, nil
}

// sizes reads an array of integers that are not negative.
func (s *scanner) sizes(what string) ([]int64, error) {
	token, err := s.next()
	if err != nil {
		return nil, err
	}
	if token != json.Delim('[') {
		return nil, s.wrong(token, what)
	}
	list := []int64{}
	for {
		if token, err = s.next(); err != nil {
			return nil, err
		}
		if token == json.Delim(']') {
			return list, nil
		}
		number, ok := token.(json.Number)
		if !ok {
			return nil, s.wrong(token, what)
		}
		n, err := strconv.ParseUint(string(number), 10, 63)
		if errors.Is(err, strconv.ErrRange) {
			return nil, fail(ErrTooLarge, s.at, "%.40s is more than 63 bits hold", number)
		}
		if err != nil {
			return nil, s.wrong(token, what)
		}
		list = append(list, int64(n))
	}
}

// skip reads a value of any kind.
func (s *scanner) skip() error {
	for depth := 0; ; {
		token, err := s.next()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// end proves that nothing but white space is left.
func (s *scanner) end() error {
	rest := s.text[s.dec.InputOffset():]
	if i := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n")); i < len(rest) {
		return fail(ErrHeader, prefix+s.dec.InputOffset()+int64(i), "%.20q after the header's object", rest[i:])
	}
	return nil
}
