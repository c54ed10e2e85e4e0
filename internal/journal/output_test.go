package journal

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// An unreadable output cannot be read back.
type unreadable struct{ err error }

func (u unreadable) ReadAt([]byte, int64) (int, error) { return 0, u.err }

// An unreadable output is not recorded, and has no other effects.
func TestUnreadableOutputs(t *testing.T) {
	lost := errors.New("lost")
	path := filepath.Join(t.TempDir(), "j")
	j, err := Open(System(), path, "j", "forall")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Keep(unreadable{lost}, InJournal+1); !errors.Is(err, lost) {
		t.Error(err)
	}
	if files, _ := filepath.Glob(path + ".*"); files != nil {
		t.Error(files)
	}
	bad, err := j.Keep(unreadable{lost}, 5)
	if err != nil {
		t.Fatal(err)
	}
	good, err := j.Keep(strings.NewReader("words"), 5)
	if err != nil {
		t.Fatal(err)
	}
	success := func(word string, o *Output) Record {
		return Record{Kind: Succeeded, Word: Text(word), Occurrence: 1, Output: o}
	}
	if err := j.Append(success("good", good), success("bad", bad)); !errors.Is(err, lost) {
		t.Error(err)
	}
	if err := j.Append(Record{Kind: Ended}); err != nil {
		t.Error(err)
	}
	for range 2 {
		st := j.State()
		given := ""
		if err := j.Give(st.Branches[Branch{"good", 1}].Success.Output, func(p []byte) error {
			given += string(p)
			return nil
		}); given != "words" || err != nil || len(st.Branches) != 1 || st.Phase != Over {
			t.Errorf("%q, %v, %+v", given, err, st)
		}
		j.Close()
		if j, err = Open(System(), path, "j", "forall"); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
}
