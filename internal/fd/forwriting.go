package fd

import (
	"context"
	"syscall"
)

// ForWriting is the common part of all write-only Files in memory, to be embedded: reading fails
// with EBADF, and nothing is taken ahead.
type ForWriting struct{}

// Read fails with EBADF.
func (ForWriting) Read(context.Context, []byte) (int, error) { return 0, syscall.EBADF }

// ReadLine fails with EBADF.
func (ForWriting) ReadLine(context.Context, byte, int) ([]byte, error) { return nil, syscall.EBADF }

// Mode is Writable.
func (ForWriting) Mode() Mode { return Writable }

// Sync has nothing to give back.
func (ForWriting) Sync() {}
