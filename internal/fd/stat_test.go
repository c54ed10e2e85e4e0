package fd

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestStat(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("abc"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	at, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(at)
	st, err := Stat(at, "f", true)
	if err != nil || st.Size != 3 || st.Mode != syscall.S_IFREG|0o640 {
		t.Errorf("f: %+v, %v", st, err)
	}
	if _, err := Stat(at, "link", true); err != syscall.ENOENT {
		t.Errorf("link: %v", err)
	}
	if st, err := Stat(at, "link", false); err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFLNK {
		t.Errorf("link itself: %+v, %v", st, err)
	}
	if err := Access(at, "f", MayRead); err != nil {
		t.Errorf("f cannot be read: %v", err)
	}
	if err := Access(at, "f", MayExecute); err != syscall.EACCES {
		t.Errorf("f can be executed: %v", err)
	}
	if st, err := StatFile(FromBytes("x")); err != nil ||
		st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		t.Errorf("a source in memory: %+v, %v", st, err)
	}
}
