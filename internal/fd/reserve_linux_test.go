package fd_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

// The table is large enough for all flows before they run, and never larger than the limit.
func TestWiden(t *testing.T) {
	size := func() (n int) {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		_, at, _ := strings.Cut(string(status), "FDSize:")
		if _, err := fmt.Sscan(at, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur < 1024 {
		t.Skip("the limit of descriptors is below 1024")
	}
	open := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if n := size(); n > 256 {
		t.Skip("the table is large already, from an earlier run (-count)")
	}
	before := open()
	fd.Widen(3)
	if n := size(); n > 256 {
		t.Errorf("for 3 flows the table has room for %d", n)
	}
	fd.Widen(300)
	if n := size(); n < 600 {
		t.Errorf("for 300 flows the table has room for %d", n)
	}
	fd.Widen(1 << 30)
	if n := size(); uint64(n) > 2*limit.Cur {
		t.Errorf("the limit is %d, and the table has room for %d", limit.Cur, n)
	}
	if n := open(); n != before {
		t.Errorf("%d descriptors are open, before it was %d", n, before)
	}
}
