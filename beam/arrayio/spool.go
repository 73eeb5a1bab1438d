package arrayio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// spoolMemory is how many bytes a spool holds before it turns to the disk.
const spoolMemory = 64 << 20

// spool holds the bytes of a file: in memory while they are few, else in a
// temporary file. The zero value is an empty one.
type spool struct {
	n      int64 // length in bytes
	at     int64 // where the next Write goes
	memory []byte
	file   *os.File
}

func (s *spool) Write(b []byte) (int, error) {
	end := s.at + int64(len(b))
	if s.file == nil && end > spoolMemory {
		file, err := os.CreateTemp("", "ndbeam-")
		if err != nil {
			return 0, fmt.Errorf("no room for a copy: %w", err)
		}
		s.file = file
		if _, err := file.Write(s.memory); err != nil {
			return 0, err
		}
		s.memory = nil
	}
	n := len(b)
	var err error
	if s.file != nil {
		n, err = s.file.WriteAt(b, s.at)
	} else {
		if grow := end - int64(len(s.memory)); grow > 0 {
			s.memory = append(s.memory, make([]byte, grow)...)
		}
		copy(s.memory[s.at:], b)
	}
	s.at += int64(n)
	s.n = max(s.n, s.at)
	return n, err
}

// Seek moves to where the next Write goes.
func (s *spool) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.n
	}
	if offset < 0 {
		return s.at, errors.New("seek before the start")
	}
	s.at = offset
	return offset, nil
}

func (s *spool) ReadAt(b []byte, off int64) (int, error) {
	if s.file != nil {
		return s.file.ReadAt(b, off)
	}
	return bytes.NewReader(s.memory).ReadAt(b, off)
}

// reader reads all of it.
func (s *spool) reader() io.Reader { return io.NewSectionReader(s, 0, s.n) }

// Close drops the bytes.
func (s *spool) Close() error {
	s.memory = nil
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); err == nil {
		err = gone
	}
	return err
}
