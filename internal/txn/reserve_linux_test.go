package txn

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// onSmallDisk runs f with a directory on a file system of 64 MiB of its own.
func onSmallDisk(t *testing.T, f func(dir string)) {
	dir := t.TempDir()
	done := make(chan string)
	go func() {
		runtime.LockOSThread() // for good: the thread's view of file systems ends with it
		err := unix.Unshare(unix.CLONE_NEWNS | unix.CLONE_FS)
		if err == nil {
			err = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
		}
		if err == nil {
			err = unix.Mount("none", dir, "tmpfs", 0, "size=64m")
		}
		if err != nil {
			done <- "cannot mount: " + err.Error()
			return
		}
		f(dir)
		done <- ""
	}()
	if why := <-done; why != "" {
		t.Skip(why)
	}
}

// Held output fills no disk: it leaves a twentieth of it free, and frees everything when dropped.
func TestReserve(t *testing.T) {
	onSmallDisk(t, func(dir string) {
		free := func() int64 {
			var st unix.Statfs_t
			if err := unix.Statfs(dir, &st); err != nil {
				t.Error(err)
			}
			return int64(st.Bavail) * st.Bsize
		}
		s := store{dir: dir}
		piece := []byte(strings.Repeat("x", 100<<10))
		for full := error(nil); full == nil; {
			_, full = s.append(piece)
		}
		if _, err := s.append(piece); err != syscall.ENOSPC {
			t.Errorf("error %v", err)
		}
		if n := free(); n > 3355443 || n < 3<<20 {
			t.Errorf("%d bytes are left", n)
		}
		r, w, err := pipeOf(piece[:4096])
		if err != nil {
			t.Error(err)
			return
		}
		defer unix.Close(r)
		defer unix.Close(w)
		if n, err := s.take(r, 4096); n != 0 || err != syscall.ENOSPC {
			t.Errorf("take = %d, %v", n, err)
		}
		s.free()
		if n := free(); n != 64<<20 {
			t.Errorf("%d bytes are free", n)
		}
	})
}

func pipeOf(data []byte) (r, w int, err error) {
	var p [2]int
	if err = unix.Pipe2(p[:], unix.O_CLOEXEC); err == nil {
		_, err = unix.Write(p[1], data)
	}
	return p[0], p[1], err
}

// A full disk without room for a slot's content gives it back to memory.
func TestSlotsOnAFullDisk(t *testing.T) {
	onSmallDisk(t, func(dir string) {
		place := Spill{Dir: dir, Shared: &Shared{taken: sharedMemory}}
		s, piped := place.store(), place.store()
		for _, s := range []*store{&s, &piped} {
			if _, err := s.append(numbered(5, 100_000)); err != nil || s.slot == nil {
				t.Error(err)
			}
		}
		fill := func(name string) {
			if err := os.WriteFile(dir+name, make([]byte, 70<<20), 0o600); err == nil {
				t.Error("there is room yet")
			}
		}
		fill("/full")
		if late := place.store(); late.slot == nil {
			if _, err := late.append(numbered(6, 100_000)); err != nil || late.slot != nil {
				t.Error(err, late.slot)
			}
			late.free()
		}
		if _, err := s.append(numbered(5, 900_000)[100_000:]); err != nil || s.slot != nil {
			t.Error(err, s.slot)
		}
		fill("/again") // of that slot
		r, w, err := pipeOf(numbered(5, 104_000)[100_000:])
		if err != nil {
			t.Error(err)
			return
		}
		defer unix.Close(w)
		defer unix.Close(r)
		for left := 4000; left > 0; {
			n, err := piped.take(r, left)
			if left -= n; err != nil {
				t.Error(err)
				return
			}
		}
		if piped.slot != nil {
			t.Error("it was not full")
		}
		for s, size := range map[*store]int{&s: 900_000, &piped: 104_000} {
			if !bytes.Equal(written(t, s, fd.KindRegular), numbered(5, size)) {
				t.Error("it holds something else")
			}
			s.free()
		}
		if place.Shared.taken != sharedMemory || len(place.Shared.files) != 0 {
			t.Error(place.Shared.taken, len(place.Shared.files))
		}
	})
}
