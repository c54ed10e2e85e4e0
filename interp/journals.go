package interp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"ftsh/internal/journal"
)

// journals are those that a shell has opened, and keeps locked until it ends.
type journals struct {
	mu    sync.Mutex
	mark  string // the file that says that the run ended well; "": none has been chosen
	inner bool   // the mark is that of the shell that started this one
	all   []*openJournal
}

// An openJournal is one of them.
type openJournal struct {
	file   *journal.Journal
	keep   bool
	place  Place     // of the block
	around []tryTurn // the tries around it
	mark   string    // of the run
	busy   bool      // the block runs
}

// A tryTurn is an attempt of a try.
type tryTurn struct {
	id      string
	attempt int
}

// turns are the attempts around what runs, of this environment.
func turns(b *block) (all []tryTurn) {
	for ; b != nil; b = b.parent {
		if b.kind == "try" {
			all = append(all, tryTurn{b.id, b.made})
		}
	}
	return all
}

// again reports whether a try around both has begun another attempt since.
func (o *openJournal) again(now []tryTurn) bool {
	for _, t := range now {
		for _, u := range o.around {
			if t.id == u.id && t.attempt > u.attempt {
				return true
			}
		}
	}
	return false
}

// newRun is the mark of a run whose journals are in dir.
func newRun(sh *Shell, dir string) string {
	return journal.MarkFor(dir+"/journal", fmt.Sprintf("%x-%d", sh.clock.Wall().UnixNano(), os.Getpid()))
}

// journalDir is where journals are that are called by a name.
func journalDir(fr *frame) (string, error) {
	return journal.Dir(fr.vars.Value, os.Geteuid() == 0, fr.pwd)
}

// markOf is the mark of the shell's run, for a shell that it starts. "": there is none.
func markOf(fr *frame) string {
	js := &fr.sh.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	if js.mark == "" {
		dir, err := journalDir(fr)
		if err != nil {
			return ""
		}
		js.mark = newRun(fr.sh, dir)
	}
	return js.mark
}

// openJournalAt returns the journal at a path, which the shell has open or opens for a block at a place.
func openJournalAt(fr *frame, path, name, kind string, keep bool, at Place) (*openJournal, error) {
	js := &fr.sh.journals
	js.mu.Lock()
	defer js.mu.Unlock()
	now := turns(fr.block.parent)
	for _, o := range js.all {
		if o.file.Path() != path {
			continue
		}
		if !o.again(now) {
			return nil, &journalTwice{name, o.place}
		}
		o.around, o.place, o.busy = now, at, true
		return o, nil
	}
	file, err := journal.Open(journal.System(), path, name, kind)
	if err == nil && !keep && file.State().Phase == journal.Completed {
		file, err = file.Anew()
	}
	if err != nil {
		return nil, err
	}
	if js.mark == "" {
		js.mark = newRun(fr.sh, strings.TrimSuffix(path[:strings.LastIndexByte(path, '/')+1], "/"))
	}
	if js.inner { // who started this shell makes it complete
		if err := journal.List(journal.System(), js.mark, path); err != nil {
			file.Close()
			return nil, err
		}
	}
	o := &openJournal{file: file, keep: keep, place: at, around: now, mark: js.mark, busy: true}
	js.all = append(js.all, o)
	return o, nil
}

// journalTwice is that a name stands twice in a run.
type journalTwice struct {
	name  string
	first Place
}

func (e *journalTwice) Error() string {
	return fmt.Sprintf("the journal %q is that of the block at %s in the same run", e.name, e.first.inMessages())
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
	js := &sh.journals
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
		more := journal.Within(journal.System(), js.mark, all, stampOf(sh))
		for _, j := range more {
			defer j.Close()
		}
		all = append(all, more...)
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
