// Package pyliteral reads the subset of Python literals that the header of a
// .npy file is written in: dicts, tuples, lists, strings, integers, booleans
// and None, with the spellings that Python's ast.literal_eval accepts.
package pyliteral

// Kind tells what a Value is.
type Kind uint8

// The kinds of literal.
const (
	None Kind = iota
	Bool
	Int   // an integer; Value.Int holds it unless Value.Big is set
	Float // a float or complex number: recognised, never used by a header
	Str   // text, decoded; a lone surrogate stands as the three bytes of its UTF-8 pattern
	Bytes // b'…': recognised so that it can be refused by name
	Tuple
	List
	Dict // Keys and Items run in parallel, in order of appearance
	Ellipsis
	Set
)

// Value is one literal. Pos and End are byte offsets into the parsed text:
// text[Pos:End] is the literal as written.
type Value struct {
	Kind     Kind
	Bool     bool
	Big      bool // an Int outside int64
	Long     bool // an Int written with Python 2's L suffix
	Pos, End int
	Int      int64
	Text     string
	Keys     []Value // of a Dict, one for each of Items; repeated keys are kept
	Items    []Value // of a Tuple, List, Dict or Set
}
