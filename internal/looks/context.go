// Package looks has a context for tests of what stops in its middle.
package looks

import (
	"context"
	"sync/atomic"
	"testing"
)

// Context is done once it has been looked at so many times as are left.
type Context struct {
	context.Context
	Left *atomic.Int64
}

// New returns a context for so many looks, at most until the test ends.
func New(t *testing.T, left int64) Context {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	c := Context{ctx, new(atomic.Int64)}
	c.Left.Store(left)
	return c
}

// Err returns context.Canceled after the last look.
func (c Context) Err() error {
	if c.Left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
