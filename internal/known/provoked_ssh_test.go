//go:build linux

package known

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// sshd starts a server that lets the key in the lab in, and puts functions for its clients into the
// file client.
func (l *lab) sshd(t *testing.T) {
	t.Helper()
	const server = "/usr/sbin/sshd"
	for _, p := range []string{server, "ssh", "scp", "ssh-keygen"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip("no " + p)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("not root: sshd lets nobody in")
	}
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil { // sshd insists on it
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	status, text := l.run(t, "ssh-keygen -q -t ed25519 -N '' -f host && "+
		"ssh-keygen -q -t ed25519 -N '' -f key && cp key.pub allowed")
	if status != 0 {
		t.Fatal(text)
	}
	conf := fmt.Sprintf("ListenAddress %s\nHostKey %s/host\nAuthorizedKeysFile %[2]s/allowed\n"+
		"StrictModes no\nPermitRootLogin yes\nPasswordAuthentication no\nUsePAM no\nPidFile none\n"+
		"Subsystem sftp internal-sftp\n", address, l.dir)
	options := "-F none -o BatchMode=yes -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR " +
		"-o IdentitiesOnly=yes"
	client := fmt.Sprintf("o='%s'\nnew='-o StrictHostKeyChecking=no'\nport=%s\n"+
		"s() { ssh $o $new -i key -p $port \"$@\"; }\nc() { scp $o $new -i key -P $port \"$@\"; }\n",
		options, portOf(address))
	for name, text := range map[string]string{"sshd_config": conf, "client": client} {
		if err := os.WriteFile(filepath.Join(l.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(server, "-D", "-e", "-f", filepath.Join(l.dir, "sshd_config"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	until(t, "sshd listens", address)
	if status, text := l.run(t, ". ./client; s 127.0.0.1 true"); status != 0 {
		t.Fatalf("cannot log in: %s", text)
	}
}

func TestProvokedSSH(t *testing.T) {
	l := newLab(t)
	l.sshd(t)
	l.provoke(t, "ssh", []provocation{
		{". ./client; ssh $o -o StrictHostKeyChecking=yes -p $port 127.0.0.1 true", "permanent"},
		{". ./client; ssh $o $new -i host -p $port 127.0.0.1 true", "permanent"},
		{". ./client; ssh -F none -o BatchMode=yes -o KexAlgorithms=diffie-hellman-group1-sha1 " +
			"-p $port 127.0.0.1 true", "permanent"},
		{". ./client; s 127.0.0.1 'kill -9 $PPID'", "transient"},
		{". ./client; s 127.0.0.1 'exit 3'", "unknown"},
		{"ssh -o Nosuch=1 x", "permanent"}, {"ssh -F /nonexistent x", "permanent"},
		{"ssh -9 x", "permanent"}, {"ssh", "permanent"},
		{"ssh -o BatchMode=yes -p $CLOSEDPORT 127.0.0.1 true", "transient"},
		{"ssh -o BatchMode=yes nosuch.invalid true", "transient"},
		{"ssh -o BatchMode=yes -p $HANGUPPORT 127.0.0.1 true", "transient"},
	})
}

func TestProvokedSCP(t *testing.T) {
	l := newLab(t)
	l.sshd(t)
	l.provoke(t, "scp", []provocation{
		{". ./client; c 127.0.0.1:/nonexistent y", "permanent"},
		{". ./client; c key 127.0.0.1:/nonexistent/x/", "permanent"},
		{". ./client; c /tmp 127.0.0.1:x", "permanent"},
		{"scp", "permanent"}, {"scp -9 a b", "permanent"},
		{". ./client; scp $o $new -i host -P $port 127.0.0.1:x y", "permanent"},
		{"scp -o BatchMode=yes -P $CLOSEDPORT 127.0.0.1:x y", "transient"},
		{"scp -B nosuch.invalid:x y", "transient"},
	})
}
