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
)

// journals are those that a shell has opened, and keeps locked until it ends.
type journals struct {
	mu     sync.Mutex
	mark   string // the file that says that the run ended well; "": none has been chosen
	inner  bool   // the mark is that of the shell that started this one
	around string // the journal of the block that this shell was started in; "": it has none
	all    []*openJournal
}

// An openJournal is one of them.
type openJournal struct {
	file   *journal.Journal
	keep   bool
	place  string         // of the block
	around []journal.Turn // the tries around it
	mark   string         // of the run
	busy   bool           // the block runs
}

// turns are the attempts around what runs, also those of the shells that started this one.
func turns(b *block) (all []journal.Turn) {
	for ; b != nil; b = b.parent {
		if b.kind == "try" {
			all = append(all, journal.Turn{ID: b.id, Attempt: b.made})
		}
		all = append(all, b.turns...)
	}
	return all
}

// newRun is the mark of a run whose journals are in dir.
func newRun(sh *Shell, dir string) string {
	return journal.MarkFor(dir+"/journal", fmt.Sprintf("%x-%d", sh.clock.Wall().UnixNano(), os.Getpid()))
}

// journalDir is where journals are that are called by a name.
func journalDir(fr *frame) (string, error) {
	return journal.Dir(fr.env.vars.Value, os.Geteuid() == 0, fr.env.pwd)
}

// markOf is the mark of the shell's run, for a shell that it starts.
func markOf(fr *frame) string {
	js := &fr.sh.blocks.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	if js.mark == "" {
		dir, err := journalDir(fr)
		if err != nil {
			dir = fr.env.pwd // journals may be called by paths
		}
		js.mark = newRun(fr.sh, dir)
	}
	return js.mark
}

// journalAround is the path of the journal of the innermost block that has one, from b on outwards; "": there is none.
func journalAround(sh *Shell, b *block) string {
	for ; b != nil; b = b.parent {
		if b.durable != nil {
			return b.durable.file.Path()
		}
	}
	return sh.blocks.journals.around
}

// openJournalAt returns the journal at a path, which the shell has open or opens for a block at a place.
func openJournalAt(fr *frame, path, name, kind string, keep bool, at Place) (*openJournal, error) {
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
		o.around, o.place, o.busy = now, at.inMessages(), true
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
	if js.inner { // who started this shell makes it complete
		if err := journal.List(journal.System(), js.mark, path, journalAround(fr.sh, fr.context.block.parent)); err != nil {
			file.Close()
			return nil, err
		}
	}
	o := &openJournal{file: file, keep: keep, place: at.inMessages(), around: now, mark: js.mark, busy: true}
	if keep {
		o.mark = journal.KeptMark(js.mark)
	}
	js.all = append(js.all, o)
	return o, nil
}

// elsewhere says that another shell of the run has had the journal that was to be opened: an asynchronous list, say, or the
// shell that started this one, and has it still. It is closed then.
func (js *journals) elsewhere(file *journal.Journal, err error, path, name string, now []journal.Turn) error {
	var st journal.State
	switch {
	case js.mark == "":
		return nil
	case err == nil:
		st = file.State()
	case errors.Is(err, journal.ErrLocked):
		_, st, _ = journal.Peek(journal.System(), path)
	}
	if st.Mark != js.mark && st.Mark != journal.KeptMark(js.mark) || err == nil && journal.Again(st.Around, now) {
		return nil
	}
	if err == nil {
		file.Close()
	}
	return &journalTwice{name, st.Place}
}

// journalTwice is that a name stands twice in a run.
type journalTwice struct{ name, first string }

func (e *journalTwice) Error() string {
	return fmt.Sprintf("the journal %q is that of the block at %s in the same run", e.name, e.first)
}

// A damagedJournal says which file is damaged, and what to do.
type damagedJournal struct {
	path string
	why  *journal.DamageError
}

func (e *damagedJournal) Error() string {
	text := e.path + ": " + e.why.Error()
	if e.why.Line > 0 {
		word := quote.Word(e.path)
		text += fmt.Sprintf(" (what is before it: ftsh-state journal show %s; to begin anew: ftsh-state journal remove %s)", word, word)
	}
	return text
}

// stampOf is when something is recorded.
func stampOf(sh *Shell) journal.Stamp {
	if sh.opts.GoClock {
		return journal.Stamp{At: sh.clock.Wall().UTC()}
	}
	return journal.Now(sh.clock.Wall())
}

// rest says that the block of a journal has ended.
func (js *journals) rest(file *journal.Journal) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, o := range js.all {
		if o.file == file {
			o.busy = false
		}
	}
}

// endJournals gives the journals back at the end of a run, but for those of blocks that run still, and makes them complete if it
// ended well. The error is that they could not be. At a prompt a command line is a run.
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

// journalFault says what is wrong with a journal, without its place in Go.
func journalFault(name string, err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Sprintf("journal %q: %s: %s", name, path.Path, errorText(path.Err))
	}
	return fmt.Sprintf("journal %q: %s", name, errorText(err))
}
