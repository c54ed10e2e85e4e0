package via

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"ftsh/internal/journal"
	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A Found holds the branches that a run finds in a directory, submitted by earlier runs. Each
// number of a branch is used once, for one run of a branch.
type Found struct {
	Run      int            // this run's number, from 1
	Next     int            // first unused number of a branch
	Branches []FoundBranch  // sorted by number
	last     int            // last submission
	unasked  map[int]int    // tasks of each submission without an answer
	places   map[int]taskID // tasks of the wanted branches
	dropped  []taskID       // tasks nobody waits for
	marked   map[int]bool   // branches with a mark
}

// A FoundBranch is one branch submitted by an earlier run.
type FoundBranch struct {
	Number int
	Branch journal.Branch
	Sent   bool // submitted, perhaps
	place  taskID
}

const (
	wordsMagic = "ftsh-via-words 1"
	runWord    = "run "
)

func (d Dir) words(run int) string { return d.Name("words." + strconv.Itoa(run)) }
func (d Dir) taken(k int) string   { return d.Name(strconv.Itoa(k) + ".taken") }

// WriteWords records the branches of the numbers given by a run, beginning with first.
func (d Dir) WriteWords(run, first int, all []journal.Branch) error {
	var b strings.Builder
	b.WriteString(wordsMagic + "\n")
	for i, w := range all {
		fmt.Fprintf(&b, "%d %d %q\n", first+i, w.Occurrence, w.Word)
	}
	if err := lockfile.Fill(d.words(run), b.String()); err != nil {
		return err
	}
	return statedir.Sync(string(d))
}

// Find reads the directory.
func (d Dir) Find() (*Found, error) {
	f := &Found{Next: 1, unasked: make(map[int]int), places: make(map[int]taskID),
		marked: make(map[int]bool)}
	of := make(map[int]journal.Branch)
	for f.Run = 1; ; f.Run++ {
		data, err := os.ReadFile(d.words(f.Run))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err == nil {
			err = parseWords(string(data), of)
		}
		if err != nil {
			return nil, err
		}
	}
	for n := range of {
		f.Next = max(f.Next, n+1)
	}
	if err := d.findPlaces(f); err != nil {
		return nil, err
	}
	marked, err := d.ended()
	if err != nil {
		return nil, err
	}
	for _, n := range marked {
		f.marked[n] = true
	}
	for n := 1; n < f.Next; n++ {
		if w, ok := of[n]; ok {
			p, sent := f.places[n]
			f.Branches = append(f.Branches, FoundBranch{Number: n, Branch: w, Sent: sent, place: p})
		}
	}
	clear(f.places)
	return f, nil
}

func parseWords(text string, of map[int]journal.Branch) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != wordsMagic {
		return errors.New("written by another version")
	}
	for _, line := range lines[1:] {
		number, rest, _ := strings.Cut(line, " ")
		occurrence, word, _ := strings.Cut(rest, " ")
		n, err1 := strconv.Atoi(number)
		o, err2 := strconv.Atoi(occurrence)
		w, err3 := strconv.Unquote(word)
		if err := errors.Join(err1, err2, err3); err != nil {
			return fmt.Errorf("malformed: %s", line)
		}
		of[n] = journal.Branch{Word: w, Occurrence: o}
	}
	return nil
}

// findPlaces reads the tasks of branches. A branch submitted again, after a partly accepted
// submission, is in the last one.
func (d Dir) findPlaces(f *Found) error {
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return err
	}
	for _, e := range entries {
		number, what, _ := strings.Cut(e.Name(), ".")
		k, err := strconv.Atoi(number)
		if err != nil || what != "map" && what != "refused" {
			continue
		}
		f.last = max(f.last, k)
		if what == "refused" {
			continue
		}
		_, branches, err := d.readIndex(k)
		if err != nil {
			return err
		}
		taken, ok := d.readTaken(k)
		if !ok {
			f.unasked[k], taken = len(branches), len(branches)
		}
		for i, n := range branches[:min(taken, len(branches))] {
			if f.places[n].submission < k {
				f.places[n] = taskID{k, i}
			}
		}
	}
	return nil
}

// writeTaken records how many tasks of a submission were accepted. If the record is lost, the
// submission is repeated.
func (d Dir) writeTaken(k, n int) {
	_ = os.WriteFile(d.taken(k), []byte(strconv.Itoa(n)+"\n"), 0o600)
}

func (d Dir) readTaken(k int) (n int, ok bool) {
	data, err := os.ReadFile(d.taken(k))
	if err != nil {
		return 0, false
	}
	text, whole := strings.CutSuffix(string(data), "\n")
	n, err = strconv.Atoi(text)
	return n, whole && err == nil
}

// Want selects the submitted branches to wait for, by their numbers. None of the others begins any
// more, and those running are ended.
func (f *Found) Want(d Dir, wanted map[int]bool) error {
	for _, b := range f.Branches {
		switch {
		case !b.Sent:
		case wanted[b.Number]:
			f.places[b.Number] = b.place
		case !f.marked[b.Number]:
			if err := os.Mkdir(d.claim(b.Number, b.place.submission), 0o700); err != nil &&
				!errors.Is(err, fs.ErrExist) {
				return err
			}
			f.dropped = append(f.dropped, b.place)
		}
	}
	if err := d.keepNames(); err != nil {
		return err
	}
	for k := range f.unasked { // a branch with a mark was accepted
		open := false
		for n, p := range f.places {
			open = open || p.submission == k && !f.marked[n]
		}
		if !open {
			delete(f.unasked, k)
		}
	}
	return nil
}
