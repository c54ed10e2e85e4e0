package fd

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMain makes the test binary a program that lists its inherited descriptors.
func TestMain(m *testing.M) {
	if os.Getenv("FD_TEST_INHERIT") == "" {
		os.Exit(m.Run())
	}
	t := Inherit(2)
	list := ""
	t.Each(func(n int, _ File) {
		if n < 20 { // above are those of the program running the test
			list += fmt.Sprint(n, " ")
		}
	})
	t.Get(1).Write(bg, []byte(list+"\n"))
	os.Exit(0)
}

func TestInherit(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FD_TEST_INHERIT=1")
	cmd.ExtraFiles = []*os.File{nil, w, nil, nil, nil, nil, nil, nil, nil, w}
	out, err := cmd.Output()
	if err != nil || string(out) != "0 1 4 12 \n" {
		t.Errorf("inherited %q, %v; want 0 1 4 12", out, err)
	}
}

func TestInheritIsCloexec(t *testing.T) {
	r, w, err := Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	defer w.Release()
	n, err := unix.FcntlInt(uintptr(fdOf(r)), unix.F_DUPFD, 40)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(n)
	if f := Inherit().Get(n); f == nil || osOf(f).own {
		t.Fatal("not inherited, or owned")
	}
	if flags, _ := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0); flags&unix.FD_CLOEXEC == 0 {
		t.Error("not close-on-exec")
	}
	for n := range 3 { // the test's own
		unix.FcntlInt(uintptr(n), unix.F_SETFD, 0)
	}
}
