//go:build !linux

package txn

import "golang.org/x/sys/unix"

func nameless(dir string) (int, error) { return unlinked(dir) }

func splice(int, int64, int, int64, int) (int64, error) { return 0, unix.ENOSYS }

func dig(int, int64, int64) {}

func blockUnit(st *unix.Statfs_t) int64 { return int64(st.Bsize) }

func widen(int) {}

const fionread = 0x4004667f
