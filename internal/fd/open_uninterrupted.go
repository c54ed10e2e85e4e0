//go:build unix && !(linux && (amd64 || arm64))

package fd

import "context"

// openInterrupted is for systems without our signal handler.
func openInterrupted(ctx context.Context, dirfd int, path string, flags int,
	mode uint32) (int, error) {
	return openFifo(ctx, dirfd, path, flags, mode)
}
