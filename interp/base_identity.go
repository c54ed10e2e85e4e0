package interp

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

// An identity distinguishes a shell, its blocks and its attempts from others.
type identity struct {
	pid     int
	pidText string        // $$; in a resumed shell, the main shell's
	session string        // the unique part of FTSH_TRY_ID; set with the first block
	command string        // the text of -c, for BASH_EXECUTION_STRING
	ids     atomic.Uint64 // the last number given to a block or a tree
}

func newIdentity() identity {
	pid := os.Getpid()
	return identity{pid: pid, pidText: strconv.Itoa(pid)}
}

// begin generates the session's part of the identifiers.
func (i *identity) begin(r *source64) {
	i.session = fmt.Sprintf("ftsh%08x%08x", uint32(r.Float64()*(1<<32)),
		uint32(i.pid)^uint32(time.Now().UnixNano()))
}

// newID returns a new FTSH_TRY_ID, unique among all hosts for all practical purposes.
func (i *identity) newID() string {
	room := append(make([]byte, 0, 64), i.session...)
	return string(strconv.AppendUint(append(room, '-'), i.ids.Add(1), 10))
}

// shellPid returns $$, the main shell's even in a resumed shell.
func (i *identity) shellPid() int {
	n, _ := strconv.Atoi(i.pidText)
	return n
}
