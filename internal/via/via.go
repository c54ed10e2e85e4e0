// Package via runs the branches of a forall on a batch system.
//
// The model: a block has a [Dir], a directory that the machines share, which holds all that goes to
// and comes from its branches. A [Session] is the side of the shell: it takes branches as they
// come, hands them over in submissions as large as the limits allow (a pace), and waits
// for their marks. [Task] is the other side: what a machine runs for one place of a submission.
// Between them stands an [Executor], who has a batch system run tasks, knows which of them it
// still has, and cancels; it sees nothing but numbers. The shell's is a program (package interp).
//
//	lock            locked as long as the shell lives that made the directory, or goes on with it
//	journal         the machine and path of the journal that it belongs to, if it does
//	ftsh            the shell's program; in later runs ftsh.RUN
//	block.1         what all branches have in common that run 1 submits (Block)
//	words.1         what the numbers of branches stand for that run 1 has given
//	executor        its program and environment
//	3.state         branch 3: its environment (package handover)
//	1.map           submission 1: its run, and the branch of each of its tasks, a line each, tasks from 0
//	1.taken         how many of them were taken; 1.refused in the place of 1.map: none
//	3.claim.1       made by the task of submission 1 that runs branch 3
//	3.out 3.err     what the branch wrote
//	3.reply         what it left (package handover)
//	end/3           it has ended: a Mark
//	end/3.new       room for that, before the branch begins
//	cancel          nothing is to begin any more
//
// Invariants: a task begins at most once, however often its executor starts it, since only one can
// make the claim. A mark is there whole or not at all, and only after what it tells of. A branch that
// was submitted and whose task is gone without a mark is lost, but only when the executor was able to look, and
// Patience after that. A directory that belongs to a journal outlives a shell that was killed: a later run of the script
// finds there what was submitted (Found), and goes on. What has none is cancelled and removed.
//
// What is not here: variables, outcomes and messages (package interp); batch systems (packaging/via).
package via

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A Dir is the directory of one block.
type Dir string

// Name is where something of the directory is.
func (d Dir) Name(name string) string { return string(d) + "/" + name }

// Of is where something of branch n is: state, out, err or reply.
func (d Dir) Of(n int, what string) string { return d.Name(strconv.Itoa(n) + "." + what) }

func (d Dir) mark(n int) string  { return d.Name("end/" + strconv.Itoa(n)) }
func (d Dir) index(k int) string { return d.Name(strconv.Itoa(k) + ".map") }
func (d Dir) claim(n, k int) string {
	return d.Of(n, "claim."+strconv.Itoa(k))
}

// lockName is the file whose lock says that the shell lives.
const lockName = "lock"

// DefaultRoot is the directory in which those of blocks are made where the user names none.
const DefaultRoot = ".ftsh-via"

// Create makes the directory of a block, called id, in root, which is made if it is not there. root has to be the user's, and
// nobody else may write to it: machines run what is there. What shells left
// there that were killed is cancelled and removed, unless it belongs to a journal. The lock is to be kept open as long as the block runs.
func Create(root, id string) (d Dir, lock *os.File, err error) {
	d = Dir(filepath.Join(root, id))
	for range 100 { // whose block ends last removes the root
		if err := os.MkdirAll(root, 0o700); err != nil {
			return "", nil, err
		}
		if err = statedir.PrivateDir(root); err != nil {
			return "", nil, err
		}
		clean(root)
		if err = os.Mkdir(string(d), 0o700); !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return "", nil, err
	}
	lock, err = lockfile.Make(d.Name(lockName), "", lockfile.Try)
	if err == nil {
		err = os.Mkdir(d.Name("end"), 0o700)
	}
	if err != nil {
		_ = d.Remove(lock, false)
		return "", nil, err
	}
	return d, lock, nil
}

// Remove removes the directory with all that is in it. Of root, the one around it, that is done only where the user did not
// name it, and it is empty then. First of all no journal's run goes on with the directory any more.
func (d Dir) Remove(lock *os.File, root bool) error {
	_ = os.Remove(d.Name(ownerName))
	err := d.removeAll()
	if err == nil && root {
		_ = os.Remove(filepath.Dir(string(d)))
	}
	if lock != nil {
		lock.Close()
	}
	return err
}

// clean cancels and removes what shells have left that were killed. What has no lock, or one that cannot be
// tried, is left alone; so is what others may have made: it names a program.
func clean(root string) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		if d := Dir(filepath.Join(root, e.Name())); d.mine() {
			_ = d.endLeft(lockfile.Try, briefly)
		}
	}
}

// mine reports whether the directory is one of this user's, into which nobody else can have put anything.
func (d Dir) mine() bool {
	info, err := os.Lstat(string(d))
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// writeIndex says which branches the tasks of submission k run, which a run makes.
func (d Dir) writeIndex(k, run int, branches []int) error {
	var b strings.Builder
	b.WriteString(runWord + strconv.Itoa(run) + "\n")
	for _, n := range branches {
		b.WriteString(strconv.Itoa(n) + "\n")
	}
	if err := lockfile.Fill(d.index(k), b.String()); err != nil {
		return err
	}
	return statedir.Sync(string(d))
}

// readIndex is what writeIndex has said.
func (d Dir) readIndex(k int) (run int, branches []int, err error) {
	data, err := os.ReadFile(d.index(k))
	if err != nil {
		return 0, nil, err
	}
	first, rest, _ := strings.Cut(string(data), "\n")
	first, ok := strings.CutPrefix(first, runWord)
	if run, err = strconv.Atoi(first); err != nil || !ok {
		return 0, nil, errors.New(d.index(k) + " was written by another version")
	}
	for line := range strings.Lines(rest) {
		n, err := strconv.Atoi(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return 0, nil, err
		}
		branches = append(branches, n)
	}
	return run, branches, nil
}

// refuse takes the map of a submission away that was refused. A task of it that runs all the same finds no branch.
func (d Dir) refuse(k int) {
	_ = os.Rename(d.index(k), d.Name(strconv.Itoa(k)+".refused"))
}

// take makes the claim of task i of submission k on branch n. False: it is not to be run.
func (d Dir) take(n, k int) (bool, error) {
	if d.cancelled() {
		return false, nil
	}
	switch err := os.Mkdir(d.claim(n, k), 0o700); {
	case errors.Is(err, os.ErrExist), errors.Is(err, os.ErrNotExist): // another has it, or nobody waits any more
		return false, nil
	case err != nil:
		return false, err
	}
	if err := d.keepNames(); err != nil { // it may be started again behind a loss of power
		return false, err
	}
	return !d.cancelled(), nil
}

// Cancel says that no task is to begin any more.
func (d Dir) Cancel() error {
	if err := os.WriteFile(d.Name("cancel"), nil, 0o600); err != nil {
		return err
	}
	return d.keepNames()
}

func (d Dir) cancelled() bool {
	_, err := os.Lstat(d.Name("cancel"))
	return err == nil
}

// markedAt is when the mark of branch n was written.
func (d Dir) markedAt(n int) time.Time {
	info, err := os.Lstat(d.mark(n))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// ended are the branches that have a mark. The directory is read anew.
func (d Dir) ended() ([]int, error) {
	entries, err := os.ReadDir(d.Name("end"))
	if err != nil {
		return nil, err
	}
	var all []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil { // else it is being written
			all = append(all, n)
		}
	}
	return all, nil
}
