//go:build linux

package known

import "testing"

// Debian's restic ends with 1 for all failures. A lock is a running backup's, which waits for input.
func TestProvokedRestic(t *testing.T) {
	l := newLab(t)
	const restic = "export RESTIC_PASSWORD=x XDG_CACHE_HOME=$PWD; restic "
	if status, _ := l.run(t, "command -v restic"); status != 0 {
		t.Skip("no restic")
	}
	if status, text := l.run(t, restic+"-r repo init"); status != 0 {
		t.Fatal(text)
	}
	l.provoke(t, "restic", []provocation{
		{restic + "-r nosuch snapshots", "permanent"}, {restic + "-r repo init", "permanent"},
		{"export RESTIC_PASSWORD=y; restic -r repo snapshots", "permanent"},
		{"restic -r repo snapshots", "permanent"},
		{restic + "-r repo --nosuch", "permanent"}, {restic + "nosuch", "permanent"},
		{restic + "snapshots", "permanent"}, {restic + "-r foo:bar snapshots", "permanent"},
		{restic + "-r repo backup nosuchfile", "permanent"},
		{restic + "-r repo restore latest --target t", "permanent"},
		{restic + "-r repo restore nosuchid --target t", "permanent"},
		{restic + "-r rest:http://$CLOSED/ snapshots", "transient"},
		{restic + "-r rest:http://nosuch.invalid/ snapshots", "transient"},
		{restic + "-r rest:$WEB/503 snapshots", "transient"},
		{restic + "-r rest:$WEB/429 snapshots", "transient"},
		{restic + "-r rest:$WEB/reset snapshots", "transient"},
		{restic + "-r rest:$WEB/403 snapshots", "permanent"},
		{restic + "-r rest:$WEB/404 snapshots", "permanent"},
		{restic + "-r sftp:nosuch.invalid:/x snapshots", "transient"},
		{"mkfifo data; " + restic + `-r repo backup --stdin <data >/dev/null 2>&1 &
exec 3>data
until set -- repo/locks/* && [ -e "$1" ]; do sleep 0.05; done
restic -r repo check 3>&-; status=$?
exec 3>&-; wait; exit $status`, "transient"},
	})
}
