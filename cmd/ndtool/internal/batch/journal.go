package batch

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
)

// Journal is the log of a run that can be resumed: a line of JSON before each
// output appears under its name, with what it will look like, and one after.
// So at whatever moment a run ends, the next one can tell from the log and the
// files what is done, and work in place is never done twice.
type Journal struct {
	mu      sync.Mutex
	f       *os.File           // nil when nothing is to be written
	disk    *atomicfile.Syncer // nil when nothing waits for it
	records map[recordKey]mark
	outputs map[string]bool
	op      string // of the last record: most have the same
}

// mark is what is known of a piece of work from the log.
type mark struct {
	done          bool
	before, after identity
}

type recordKey struct{ file, member, op, output string }

// record is one line of the log.
type record struct {
	State  string   `json:"state"` // stateIntent or stateDone
	Op     string   `json:"op"`
	File   string   `json:"file"` // absolute
	Member string   `json:"member,omitempty"`
	Before identity `json:"before"` // of File
	Output string   `json:"output"` // absolute
	After  identity `json:"after"`  // of Output
}

const (
	stateIntent = "intent"
	stateDone   = "done"
)

// identity is how a file is known again.
type identity struct {
	Size  int64  `json:"size"`
	MTime int64  `json:"mtime_ns,omitempty"`
	Head  string `json:"head,omitempty"` // digest of the first bytes, of an intent to rewrite them alone
	HeadN int    `json:"head_bytes,omitempty"`
}

func identityOf(info fs.FileInfo) identity {
	return identity{Size: info.Size(), MTime: info.ModTime().UnixNano()}
}

// OpenJournal reads the log if there is one, and opens it for more unless
// readOnly. Lines cut short by the end of an earlier run are passed over. With
// noSync lines are not forced to the disk.
func OpenJournal(path string, readOnly, noSync bool) (*Journal, error) {
	j := &Journal{records: make(map[recordKey]mark), outputs: make(map[string]bool)}
	whole, err := j.load(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if readOnly {
		return j, nil
	}
	if j.f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	if !noSync {
		j.disk = atomicfile.NewSyncer(j.f)
	}
	if !whole {
		if _, err := io.WriteString(j.f, "\n"); err != nil {
			j.f.Close()
			return nil, err
		}
	}
	return j, nil
}

// longestLine is more than any line of a log has, in bytes.
const longestLine = 1 << 20

// load takes in the lines of a log, and tells whether the last one is whole. A
// file whose first line is none of ours is refused: it is some other file, named
// by mistake.
func (j *Journal) load(path string) (whole bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return true, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if kind := kindOf(info.Mode()); kind != "" {
		return false, fmt.Errorf("is a %s, expected a file", kind)
	}
	lines := bufio.NewReaderSize(f, longestLine)
	for n := 0; ; n++ {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return len(line) == 0, nil
		}
		if err != nil && err != bufio.ErrBufferFull {
			return false, err
		}
		var r record
		switch err := json.Unmarshal(line, &r); {
		case err == nil && r.File != "":
			j.keep(r)
		case n == 0:
			return false, errors.New("its first line is no entry of a log, expected a file that --resume wrote")
		}
	}
}

func (j *Journal) keep(r record) {
	if r.Output == r.File {
		r.Output = r.File // one string for both
	} else {
		j.outputs[r.Output] = true
	}
	if r.Op == j.op {
		r.Op = j.op
	}
	j.op = r.Op
	j.records[recordKey{r.File, r.Member, r.Op, r.Output}] = mark{r.State == stateDone, r.Before, r.After}
}

// Wrote reports whether path is an output that the log names.
func (j *Journal) Wrote(path string) bool {
	abs, err := filepath.Abs(path)
	j.mu.Lock()
	defer j.mu.Unlock()
	return err == nil && j.outputs[abs]
}

// entry is what the log will say of one input and its output. A nil entry, of
// an input that is no file, says nothing.
type entry struct {
	j *Journal
	r record
}

// entry begins the lines for in. A nil Journal makes a nil entry.
func (j *Journal) entry(in Input, output, op string) (*entry, error) {
	if j == nil || in.Path == Stdin || output == Stdin {
		return nil, nil
	}
	file, err := filepath.Abs(in.Path)
	if err != nil {
		return nil, err
	}
	if output, err = filepath.Abs(output); err != nil {
		return nil, err
	}
	info, err := os.Stat(in.Path)
	if err != nil {
		return nil, err
	}
	return &entry{j, record{Op: op, File: file, Member: in.Member, Before: identityOf(info), Output: output}}, nil
}

// finished reports whether the log and the files say that this is done.
func (e *entry) finished() bool {
	if e == nil {
		return false
	}
	e.j.mu.Lock()
	m, ok := e.j.records[recordKey{e.r.File, e.r.Member, e.r.Op, e.r.Output}]
	e.j.mu.Unlock()
	if !ok {
		return false
	}
	inPlace := e.r.File == e.r.Output
	if !inPlace && m.before != e.r.Before {
		return false // another input than then
	}
	info, err := os.Stat(e.r.Output)
	if err != nil || info.Size() != m.after.Size {
		return false
	}
	switch {
	case m.after.Head != "":
		return m.after.Head == headOf(e.r.Output, m.after.HeadN)
	case m.done && !inPlace:
		return true
	}
	return info.ModTime().UnixNano() == m.after.MTime
}

func headOf(path string, n int) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, n)
	if _, err := io.ReadFull(f, b); err != nil {
		return ""
	}
	return digest(b)
}

func digest(b []byte) string {
	h := fnv.New128a()
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))
}

// intend says that tmp is about to become the output.
func (e *entry) intend(tmp *os.File) error {
	if e == nil {
		return nil
	}
	info, err := tmp.Stat()
	if err != nil {
		return err
	}
	e.r.After = identityOf(info)
	return e.write(stateIntent)
}

// intendHead says that the first bytes of the file are about to become head.
func (e *entry) intendHead(head []byte) error {
	if e == nil {
		return nil
	}
	e.r.After = identity{Size: e.r.Before.Size, Head: digest(head), HeadN: len(head)}
	return e.write(stateIntent)
}

// done says that the output is in its place.
func (e *entry) done() error {
	if e == nil {
		return nil
	}
	info, err := os.Stat(e.r.Output)
	if err != nil {
		return err
	}
	e.r.After = identityOf(info)
	return e.write(stateDone)
}

func (e *entry) write(state string) error {
	e.r.State = state
	line, err := MarshalLine(e.r)
	if err != nil {
		return err
	}
	e.j.mu.Lock()
	_, err = e.j.f.Write(line)
	e.j.mu.Unlock()
	if err == nil && e.j.disk != nil {
		err = e.j.disk.Sync()
	}
	if err != nil {
		return fmt.Errorf("log %s: %w", e.j.f.Name(), message.Bare(err))
	}
	return nil
}

// Close closes the log.
func (j *Journal) Close() error {
	if j.f == nil {
		return nil
	}
	return j.f.Close()
}
