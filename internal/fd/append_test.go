package fd

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// appends reports whether writes through f go to the end of the file.
func appends(t *testing.T, f File) bool {
	t.Helper()
	n, err := f.Fd()
	if err != nil {
		t.Fatal(err)
	}
	flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFL, 0)
	if err != nil {
		t.Fatal(err)
	}
	return flags&unix.O_APPEND != 0
}

func TestAppend(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	f := open(t, name, unix.O_RDWR|unix.O_CREAT)
	outer, inner := Append(f), Append(f)
	if outer == nil || inner == nil || !appends(t, f) {
		t.Fatal("an empty file does not append")
	}
	inner()
	if !appends(t, f) {
		t.Error("the file no longer appends while it is to")
	}
	if _, err := f.Write(context.Background(), []byte("text")); err != nil {
		t.Fatal(err)
	}
	outer()
	if appends(t, f) {
		t.Error("the file appends after all")
	}
	if at, err := Offset(f); at != 4 || err != nil {
		t.Errorf("the offset is %d, %v; want 4", at, err)
	}

	if err := os.WriteFile(name, []byte("longer text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if Append(f) != nil || appends(t, f) {
		t.Error("a file appends whose offset is not its end")
	}
	for what, g := range map[string]File{
		"a file open for reading": open(t, name, unix.O_RDONLY),
		"a file that appends":     open(t, name, unix.O_WRONLY|unix.O_APPEND),
		"a device":                open(t, os.DevNull, unix.O_WRONLY),
		"text in memory":          FromBytes("text"),
	} {
		if Append(g) != nil {
			t.Errorf("Append changes %s", what)
		}
	}
}
