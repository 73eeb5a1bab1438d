package ndarray

import (
	"sync"
	"unsafe"
)

// Storage is a flat block of bytes that arrays are views of. Arrays share a
// storage when they are views of one another; SameStorage tells.
//
// A storage over a mapped file is closable: Close makes every later use of its
// arrays an error (ErrClosed) and waits for the operations under way. Heap
// storages never close.
type Storage struct {
	data     []byte
	readOnly bool
	owner    any // kept alive as long as the storage is

	mu     sync.Mutex
	uses   int        // Acquires not yet released
	closed bool       // no further Acquire
	idle   *sync.Cond // uses fell to 0; only Close waits for it
}

// StorageOptions tell what NewStorage is given.
type StorageOptions struct {
	ReadOnly bool // the bytes must never be written
	Owner    any  // kept reachable as long as any array over the bytes is; a non-nil Owner makes the storage closable
}

// NewStorage makes a storage over b without copying it. The caller must not
// change the length or move b while arrays over it are in use.
func NewStorage(b []byte, opt StorageOptions) *Storage {
	s := &Storage{data: b, readOnly: opt.ReadOnly, owner: opt.Owner}
	s.idle = sync.NewCond(&s.mu)
	return s
}

// Len returns the size of the storage in bytes, also after Close.
func (s *Storage) Len() int { return len(s.data) }

// base returns the address of the first byte.
func (s *Storage) base() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s.data))) }

// ReadOnly reports whether writes through any array over s are refused.
func (s *Storage) ReadOnly() bool { return s.readOnly }

// Acquire returns the bytes of s for reading (and for writing unless ReadOnly)
// and keeps them valid until Release; it fails with ErrClosed after Close, and
// with the error of the context of an array (see WithContext) that is done.
// It may be called by many goroutines at once, and again before Release.
func (s *Storage) Acquire() ([]byte, error) {
	if s.owner == nil {
		return s.data, nil
	}
	if b, ok := s.owner.(*bound); ok {
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
		return b.of.Acquire()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	s.uses++
	return s.data, nil
}

// Release ends the use that a successful Acquire began.
func (s *Storage) Release() {
	s = s.proper()
	if s.owner == nil {
		return
	}
	s.mu.Lock()
	s.uses--
	if s.uses == 0 && s.closed {
		s.idle.Broadcast()
	}
	s.mu.Unlock()
}

// Close makes every later Acquire fail with ErrClosed and waits for the uses
// under way. It is for the owner of mapped bytes, to be called before they are
// unmapped; on a heap storage it does nothing. Close may be called twice.
//
// Slices that typed views or Bytes gave out are not tracked: using one after
// its mapping is gone is a fault, as with any unmapped memory.
func (s *Storage) Close() {
	s = s.proper()
	if s.owner == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.uses > 0 {
		s.idle.Wait()
	}
}

// Closed reports whether Close was called.
func (s *Storage) Closed() bool {
	s = s.proper()
	if s.owner == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
