//go:build unix

package cli_test

import (
	"fmt"
	"net/netip"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// refusing returns an address of a socket that is bound and never listens. Every connection is
// refused, and no other process can take the port.
func refusing(t *testing.T) netip.AddrPort {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(socket) })
	local := syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}
	if err := syscall.Bind(socket, &local); err != nil {
		t.Fatal(err)
	}
	bound, err := syscall.Getsockname(socket)
	if err != nil {
		t.Fatal(err)
	}
	in, ok := bound.(*syscall.SockaddrInet4)
	if !ok {
		t.Fatalf("address %v", bound)
	}
	return netip.AddrPortFrom(netip.AddrFrom4(in.Addr), uint16(in.Port))
}

// With known, ftry repeats what may pass and gives up on what is final, with the real programs.
func TestTryKnown(t *testing.T) {
	b := newTryBench(t)
	url := fmt.Sprintf("http://%v/", refusing(t))
	for _, c := range []struct {
		command, want string
		status        int
	}{
		{"curl -fsS " + url, ": all 3 attempts failed with status 7 in T\n    1–3: curl …: exit " +
			"status 7 (transient: curl: nobody accepts the connection)\n", 7},
		{"curl --nosuch " + url, " failed (permanent: curl: the command line is wrong) with status 2 " +
			"after 1 attempt in T\n    1: curl …: exit status 2 (permanent: curl: the command line is " +
			"wrong)\n", 2},
		{"wget -nv -t 1 " + url, ": all 3 attempts failed with status 4 in T\n    1–3: wget …: exit " +
			"status 4 (transient: wget: the network, the host or its name server do not answer)\n", 4},
		{"wget --nosuch " + url, " failed (permanent: wget: the command line is wrong) with status 2 " +
			"after 1 attempt in T\n    1: wget …: exit status 2 (permanent: wget: the command line is " +
			"wrong)\n", 2},
		{"env LC_ALL=C curl --nosuch " + url, " failed (permanent: curl: the command line is wrong) " +
			"with status 2 after 1 attempt in T\n    1: env …: exit status 2 (permanent: curl: the " +
			"command line is wrong)\n", 2},
	} {
		words := strings.Fields(c.command)
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Logf("no %s", words[0])
			continue
		}
		_, errs, status := b.run(call{argv: append(sh("3", "times", "every", "0s", "known", "--"),
			words...), env: sh("no_proxy=*")})
		want := "ftry try 3 times" + c.want
		got := elapsed.ReplaceAllString(recordTime.ReplaceAllString(errs, ""), " in T\n")
		if !strings.HasSuffix(got, want) || status != c.status {
			t.Errorf("%s: status %d, errors\n%s, want %d and at the end\n%s", c.command, status, got,
				c.status, want)
		}
	}
}
