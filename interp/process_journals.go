package interp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"ftsh/internal/journal"
	"ftsh/internal/quote"
	"ftsh/internal/statedir"
	"ftsh/interp/event"
)

// journals are the journals that a shell has opened. It keeps them locked until it ends.
type journals struct {
	mu sync.Mutex
	// mark is the path of the file that marks the run as successful; "" if none is chosen yet.
	mark string
	// inner is set if the mark belongs to the shell that started this one.
	inner bool
	// around is the journal of the block in which this shell was started, "" if there is none.
	around string
	all    []*openJournal
}

// An openJournal is a journal and the block using it.
type openJournal struct {
	file   *journal.Journal
	keep   bool
	place  string         // of the block
	around []journal.Turn // the tries around it
	mark   string         // of the run
	busy   bool           // the block is running
}

// turns returns the attempts around b, including those of the shells that started this one.
func turns(b *block) (all []journal.Turn) {
	for ; b != nil; b = b.parent {
		if b.kind == "try" {
			all = append(all, journal.Turn{ID: b.id, Attempt: b.made})
		}
		all = append(all, b.turns...)
	}
	return all
}

// newRun returns the mark of a new run whose journals are in dir.
func newRun(sh *Shell, dir string) string {
	run := fmt.Sprintf("%x-%d", sh.clock.Wall().UnixNano(), os.Getpid())
	return journal.MarkFor(dir+"/journal", run)
}

// journalDir returns the directory of journals given by name.
func journalDir(fr *frame) (string, error) {
	return journal.Dir(fr.env.vars.Value, os.Geteuid() == 0, fr.env.pwd)
}

// markOf returns the mark of the shell's run, to pass to a shell that it starts.
func markOf(fr *frame) string {
	js := &fr.sh.blocks.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	if js.mark == "" {
		dir, err := journalDir(fr)
		if err != nil {
			dir = fr.env.pwd // journals may be given by path
		}
		js.mark = newRun(fr.sh, dir)
	}
	return js.mark
}

// journalAround returns the path of the innermost journal from b outwards, or "".
func journalAround(sh *Shell, b *block) string {
	for ; b != nil; b = b.parent {
		if b.durable != nil {
			return b.durable.file.Path()
		}
	}
	return sh.blocks.journals.around
}

// openJournalAt returns the journal at path for the block at a place, opening it if the shell does
// not have it open.
func openJournalAt(fr *frame, path, name, kind string, keep bool,
	at event.Place) (*openJournal, error) {
	js := &fr.sh.blocks.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	now := turns(fr.context.block.parent)
	for _, o := range js.all {
		if o.file.Path() != path {
			continue
		}
		if !journal.Again(o.around, now) {
			return nil, &journalTwice{name, o.place}
		}
		o.around, o.place, o.busy = now, at.String(), true
		return o, nil
	}
	if err := statedir.PrivateDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	file, err := journal.Open(journal.System(), path, name, kind)
	if twice := js.elsewhere(file, err, path, name, now); twice != nil {
		return nil, twice
	}
	if err == nil {
		if err = file.Private(); err == nil {
			file.FinishCommit(stampOf(fr.sh))
		} else {
			file.Close()
		}
	}
	if err == nil && !keep && file.State().Phase == journal.Completed {
		file, err = file.Anew()
	}
	if damage := new(journal.DamageError); errors.As(err, &damage) {
		return nil, &damagedJournal{path, damage}
	}
	if err != nil {
		return nil, err
	}
	if js.mark == "" {
		js.mark = newRun(fr.sh, strings.TrimSuffix(path[:strings.LastIndexByte(path, '/')+1], "/"))
	}
	if js.inner { // the starting shell completes it
		around := journalAround(fr.sh, fr.context.block.parent)
		if err := journal.List(journal.System(), js.mark, path, around); err != nil {
			file.Close()
			return nil, err
		}
	}
	o := &openJournal{file: file, keep: keep, place: at.String(), around: now, mark: js.mark,
		busy: true}
	if keep {
		o.mark = journal.KeptMark(js.mark)
	}
	js.all = append(js.all, o)
	return o, nil
}

// elsewhere returns an error if another shell of the same run has used this journal or holds it,
// such as an asynchronous list or the shell that started this one. It then closes file.
func (js *journals) elsewhere(file *journal.Journal, err error, path, name string,
	now []journal.Turn) error {
	var st journal.State
	switch {
	case js.mark == "":
		return nil
	case err == nil:
		st = file.State()
	case errors.Is(err, journal.ErrLocked):
		_, st, _ = journal.Peek(journal.System(), path)
	}
	if st.Mark != js.mark && st.Mark != journal.KeptMark(js.mark) ||
		err == nil && journal.Again(st.Around, now) {
		return nil
	}
	if err == nil {
		file.Close()
	}
	return &journalTwice{name, st.Place}
}

// journalTwice is the error for a journal used by two blocks in one run.
type journalTwice struct{ name, first string }

func (e *journalTwice) Error() string {
	return fmt.Sprintf("the journal %q is used by the block at %s in the same run", e.name, e.first)
}

// A damagedJournal is the error for a damaged file. It names the commands to inspect or remove it.
type damagedJournal struct {
	path string
	why  *journal.DamageError
}

func (e *damagedJournal) Error() string {
	text := e.path + ": " + e.why.Error()
	if e.why.Line > 0 {
		word := quote.Word(e.path)
		text += fmt.Sprintf(" (for the records before it: ftsh-state journal show %s; "+
			"to begin anew: ftsh-state journal remove %s)", word, word)
	}
	return text
}

// stampOf returns the current time for a record.
func stampOf(sh *Shell) journal.Stamp {
	if sh.opts.Sources.GoClock {
		return journal.Stamp{At: sh.clock.Wall().UTC()}
	}
	return journal.Now(sh.clock.Wall())
}

// rest marks the block of a journal as ended.
func (js *journals) rest(file *journal.Journal) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, o := range js.all {
		if o.file == file {
			o.busy = false
		}
	}
}

// endJournals closes the journals at the end of a run, except those of blocks still running. If the
// run ended well it first marks the closed ones complete; the error is that this failed. At a
// prompt each command line is a run.
func endJournals(sh *Shell, well bool) error {
	js := &sh.blocks.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	var err error
	var busy []*openJournal
	if well && js.mark != "" && !js.inner {
		var all []*journal.Journal
		for _, o := range js.all {
			if !o.keep && !o.busy {
				all = append(all, o.file)
			}
		}
		err = journal.Commit(journal.System(), js.mark, all, stampOf(sh))
	}
	for _, o := range js.all {
		if o.busy {
			busy = append(busy, o)
		} else {
			o.file.Close()
		}
	}
	if js.all = busy; !js.inner && busy == nil {
		js.mark = ""
	}
	return err
}

// journalFault returns the message for a failed journal, without Go's operation names.
func journalFault(name string, err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Sprintf("journal %q: %s: %s", name, path.Path, errorText(path.Err))
	}
	return fmt.Sprintf("journal %q: %s", name, errorText(err))
}
