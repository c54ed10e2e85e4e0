//go:build !linux

package lockfile

import (
	"errors"
	"os"
)

// Other systems have no byte locks owned by the open file: each lock is on the whole file.

// TryBytes locks the file as Try does.
func TryBytes(f *os.File, _, _ int64) error { return Try(f) }

// WaitBytes locks the file as Wait does.
func WaitBytes(f *os.File, _, _ int64) error { return Wait(f) }

// FreeBytes frees the file as Free does.
func FreeBytes(f *os.File, _, _ int64) { Free(f) }

// BytesHeld cannot tell without taking the lock.
func BytesHeld(*os.File, int64, int64) (bool, error) { return false, errors.ErrUnsupported }
