//go:build linux

package through

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestSpareFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	d, err := OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var h Holds
	open := func(name string) *File {
		t.Helper()
		f, err := h.open(d, name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	a := open("a")
	b := open("a")
	if a == b {
		t.Error("two blocks have one File")
	}
	a.Close()
	if open("a") != a {
		t.Error("the File is not used again")
	}
	a.Close()
	b.Close()
	for i := range idle {
		open(strconv.Itoa(i)).Close()
	}
	if n := len(h.spares.files); n != idle {
		t.Errorf("%d Files are kept", n)
	}
	if _, err := a.file.Stat(); err == nil {
		t.Error("the first File is still open")
	}

	c := open("0")
	c.Close()
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if d, err = OpenDir(path); err != nil {
		t.Fatal(err)
	}
	again := open("0")
	if again == c {
		t.Error("the File is that of another directory")
	}
	h.Close()
	if again.Close(); len(h.spares.files) != 0 || len(h.turns.all) != 0 {
		t.Errorf("%d Files are kept after the end, %d States", len(h.spares.files), len(h.turns.all))
	}
}
