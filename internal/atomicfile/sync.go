package atomicfile

import (
	"os"
	"sync"
)

// Syncer brings what was written to a file to the disk: one wait serves all who
// wrote before it began. Its methods may be called from any goroutine.
type Syncer struct {
	f               *os.File
	mu              sync.Mutex
	ended           sync.Cond // of a wait
	asked, answered int       // waits
	busy            bool
	err             error // the first: what is on the disk is not known any more
}

// NewSyncer returns the Syncer of f, which stays the caller's to close.
func NewSyncer(f *os.File) *Syncer {
	s := &Syncer{f: f}
	s.ended.L = &s.mu
	return s
}

// Sync returns when all that was written to the file before is on the disk, or
// the first error of any Sync.
func (s *Syncer) Sync() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	for mine := s.asked; s.answered < mine && s.err == nil; {
		if s.busy {
			s.ended.Wait()
			continue
		}
		upTo := s.asked
		s.busy = true
		s.mu.Unlock()
		err := s.f.Sync()
		s.mu.Lock()
		s.busy, s.answered, s.err = false, upTo, err
		s.ended.Broadcast()
	}
	return s.err
}
