// Package via runs the branches of a forall on a batch system.
//
// The model: a block has a [Dir], a directory shared by the machines, for everything that goes to
// and comes from its branches. A [Session] is the shell's side: it takes branches as they arrive,
// submits them in groups as large as the limits allow (a pace), and waits for their marks. [Task]
// is the machine's side, for one task of a submission. Between them is an [Executor]: it has a
// batch system run tasks, knows which of them are still there, and cancels. It sees nothing but
// numbers. The shell's Executor is a program (package interp).
//
//	lock            locked while the shell lives that made the directory, or goes on with it
//	journal         the machine and path of the owning journal, if any
//	ftsh            the shell's program; in later runs ftsh.RUN
//	block.1         common to all branches submitted by run 1 (Block)
//	words.1         the branches of the numbers given by run 1
//	executor        its program and environment
//	3.state         branch 3: its environment (package handover)
//	1.map           submission 1: its run, then the branch of each task, a line each, from task 0
//	1.taken         how many of them were accepted; 1.refused instead of 1.map: none
//	3.claim.1       made by the task of submission 1 that runs branch 3
//	3.out 3.err     the branch's output
//	3.reply         the branch's results (package handover)
//	end/3           the branch has ended: a Mark
//	end/3.new       space for the mark, reserved before the branch begins
//	cancel          nothing may begin any more
//
// Invariants: a task begins at most once, however often its executor starts it, since only one
// process can make the claim. A mark is complete or absent, and is written after the files it
// describes. A submitted branch whose task is gone without a mark is lost, but only if the executor
// was able to look, and only after Patience. A directory owned by a journal outlives a killed
// shell: a later run of the script finds the submitted work there (Found), and goes on. A directory
// without a journal is cancelled and removed.
//
// Not here: variables, outcomes and messages (package interp); batch systems (packaging/via).
package via

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A Dir is the directory of one block.
type Dir string

// Name returns the path of an entry of the directory.
func (d Dir) Name(name string) string { return string(d) + "/" + name }

// Of returns the path of a file of branch n: state, out, err or reply.
func (d Dir) Of(n int, what string) string { return d.Name(strconv.Itoa(n) + "." + what) }

func (d Dir) mark(n int) string  { return d.Name("end/" + strconv.Itoa(n)) }
func (d Dir) index(k int) string { return d.Name(strconv.Itoa(k) + ".map") }
func (d Dir) claim(n, k int) string {
	return d.Of(n, "claim."+strconv.Itoa(k))
}

// lockName is a file locked while the shell lives.
const lockName = "lock"

// DefaultRoot is the directory for blocks if the user names none.
const DefaultRoot = ".ftsh-via"

// Create makes the directory of a block, called id, in root, and makes root if it is missing. root
// must belong to the user and be writable by nobody else, since machines run programs from there.
// Blocks left there by killed shells are cancelled and removed, unless they belong to a journal.
// The caller must keep the lock open while the block runs.
func Create(root, id string) (d Dir, lock *os.File, err error) {
	d = Dir(filepath.Join(root, id))
	// The last block to end removes the root.
	for range 100 {
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

// Remove removes the directory and its content. With root, it also removes the empty directory
// around it; the caller asks for that unless the user named the root. Removing the journal's name
// comes first, so that no later run goes on with the directory.
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

// clean cancels and removes blocks left by killed shells. A directory without a lock, or with one
// that cannot be tried, is left alone. So is one possibly made by others, since it names a program.
func clean(root string) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		if d := Dir(filepath.Join(root, e.Name())); d.mine() {
			_ = d.endLeft(lockfile.Try, briefly)
		}
	}
}

// mine reports whether the directory belongs to this user, and nobody else can have written into
// it.
func (d Dir) mine() bool {
	info, err := os.Lstat(string(d))
	return err == nil && info.IsDir() && info.Mode().Perm()&0o077 == 0 && statedir.Mine(info)
}

// writeIndex records the run, and the branch for each task of submission k.
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

// readIndex reads the record of writeIndex.
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

// refuse withdraws the map of a refused submission. If one of its tasks runs all the same, it finds
// no branch.
func (d Dir) refuse(k int) {
	_ = os.Rename(d.index(k), d.Name(strconv.Itoa(k)+".refused"))
}

// take claims branch n for a task of submission k. False: the branch must not run.
func (d Dir) take(n, k int) (bool, error) {
	if d.cancelled() {
		return false, nil
	}
	switch err := os.Mkdir(d.claim(n, k), 0o700); {
	// Another task has it, or nobody waits any more.
	case errors.Is(err, os.ErrExist), errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	// The task may be started again after a loss of power.
	if err := d.keepNames(); err != nil {
		return false, err
	}
	return !d.cancelled(), nil
}

// Cancel keeps further tasks from beginning.
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

// markedAt returns when the mark of branch n was written.
func (d Dir) markedAt(n int) time.Time {
	info, err := os.Lstat(d.mark(n))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// ended reads the directory again and returns the branches with a mark.
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
