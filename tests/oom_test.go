//go:build linux

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// memoryGroup makes a control group with a limit of memory, and returns its directory.
func memoryGroup(t *testing.T, bytes string) string {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(own)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		root, limit := "/sys/fs/cgroup", "memory.max"
		switch {
		case len(fields) < 3:
			continue
		case fields[1] == "memory":
			root, limit = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case fields[1] != "":
			continue
		}
		group, err := os.MkdirTemp(filepath.Join(root, fields[2]), "ftsh-test-")
		if err != nil {
			continue
		}
		t.Cleanup(func() {
			for syscall.Rmdir(group) == syscall.EBUSY { // what was killed is still there
				time.Sleep(10 * time.Millisecond)
			}
		})
		if os.WriteFile(filepath.Join(group, limit), []byte(bytes), 0o600) == nil {
			return group
		}
	}
	t.Skip("no control group of memory can be made here")
	return ""
}

// A branch on a machine whose kernel kills a program for want of memory has the reason oom.
func TestBranchOutOfMemory(t *testing.T) {
	group, bin := memoryGroup(t, "250000000"), t.TempDir()
	// Tasks run in the group, one after the other.
	if err := os.WriteFile(filepath.Join(bin, "ftsh-via-group"), []byte(`#!/bin/sh
[ "$1" = submit ] || exit 0
echo $$ >"$GROUP/cgroup.procs" || exit 1
task=0
while [ "$task" -lt "$FTSH_VIA_TASKS" ]; do
	"$2/ftsh" --via-task "$2" "$3" "$task"
	task=$((task + 1))
done
`), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := faulty(t, `try 2 times every 0s
	n=$FTSH_ATTEMPT
	echo "try: $FTSH_VIA_REASON"
	forall x via group table t.tsv keepgoing jobs 1 in a b
		echo "$x: $FTSH_VIA_REASON"
		[ "$n" = 2 ] || case $x in
		a) tail /dev/zero ;;
		b) (exit 3) ;;
		esac
	end || {
		cut -f 1-3,9 t.tsv | sort # the shell may learn of both at once
		failure
	}
end`)
	cmd.Env = append(cmd.Env, "PATH="+bin+":/usr/bin:/bin", "GROUP="+group,
		"FTSH_LOG_LEVEL=silent")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	const want = `try: 
a: 
b: 
a	137	oom	ftsh:7:6: tail /dev/zero: exit status 137 (signal 9) (oom)
b	3	exit	ftsh:8:7: exit 3: exit status 3
word	status	reason	error
try: oom
a: oom
b: exit
`
	if string(out) != want {
		t.Errorf("output %q, want %q", out, want)
	}
}
