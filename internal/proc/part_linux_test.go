//go:build linux && (amd64 || arm64)

package proc

import (
	"os"
	"runtime"
	"strconv"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A child has the descriptors of its specification only, also on systems that refuse a table shared
// with the parent, or the call to part from it. The parent keeps all of its own.
func TestPartsFromTheTable(t *testing.T) {
	const refuse = unix.SECCOMP_RET_ERRNO
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	test := func(kind uint16, value uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | kind, Jt: yes, Jf: no, K: value}
	}
	answer := func(value uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
	}
	for name, filter := range map[string][]unix.SockFilter{
		"all": {answer(unix.SECCOMP_RET_ALLOW)},
		"no close_range": {load(0), test(unix.BPF_JEQ, unix.SYS_CLOSE_RANGE, 0, 1),
			answer(refuse | uint32(unix.ENOSYS)), answer(unix.SECCOMP_RET_ALLOW)},
		"no shared table": {load(0), test(unix.BPF_JEQ, unix.SYS_CLONE3, 5, 0),
			test(unix.BPF_JEQ, unix.SYS_CLONE, 0, 5), load(16),
			test(unix.BPF_JSET, unix.CLONE_VFORK, 0, 3), test(unix.BPF_JSET, unix.CLONE_FILES, 0, 2),
			answer(refuse | uint32(unix.EINVAL)), answer(refuse | uint32(unix.ENOSYS)),
			answer(unix.SECCOMP_RET_ALLOW)},
	} {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread() // for ever: the thread ends with this goroutine, and its filter with it
			var files []*os.File   // more than the child gets
			for range 20 {
				f, err := os.Open(os.DevNull)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				files = append(files, f)
			}
			if err := filterThread(filter); err != nil {
				t.Skip(err)
			}
			spec := shell("for n; do [ ! -e /proc/$$/fd/$n ] || echo $n; done", FileMap{Child: 1},
				FileMap{Child: 7, Parent: int(files[3].Fd())})
			spec.Argv = append(spec.Argv, "sh", "1", "7")
			for _, f := range files {
				if n := int(f.Fd()); n != 7 {
					spec.Argv = append(spec.Argv, strconv.Itoa(n))
				}
			}
			if out, st := output(t, spec); out != "1\n7\n" {
				t.Errorf("descriptors %q, status %v", out, st)
			}
			for _, f := range files {
				if _, err := f.Stat(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// filterThread gives this thread a filter of system calls.
func filterThread(filter []unix.SockFilter) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	list := &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER,
		uintptr(unsafe.Pointer(list)), 0, 0)
}
