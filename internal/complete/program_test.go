package complete

import (
	"fmt"
	"slices"
	"testing"

	"ftsh/internal/compspec"
)

// A specification sees the whole command, also after the word.
func TestRestOfCommand(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"x; git che", "ck a;b", "git check a|7|[git check a]|1|che"},
		{`git "a`, ` ; b" c | d`, `git "a ; b" c |6|[git "a ; b" c]|1|a`},
		{"git ", "", "git |4|[git ]|1|"},
		{"git ", " b", "git  b|4|[git b]|1|"},
		{"git a", `\;'&'`, `git a\;'&'|5|[git a\;'&']|1|a`},
	} {
		sh := place(t)
		got := ""
		sh.program = func(r compspec.Request) (compspec.Result, bool) {
			got = fmt.Sprintf("%s|%d|%v|%d|%s", r.Line, r.Point, r.Words, r.Index, r.Word)
			return compspec.Result{}, true
		}
		At(c.before+c.after, len(c.before), sh)
		if got != c.want {
			t.Errorf("%q and %q: %s, want %s", c.before, c.after, got, c.want)
		}
	}
}

// What a specification gives is offered in the style of the word.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		line, asked string
		result      compspec.Result
		want        []string
	}{
		{"x; git che", "git [git che] 1 che git false",
			compspec.Result{Candidates: []string{"checkout ", "cherry "}, Options: compspec.NoSpace},
			[]string{"x; git checkout ", "x; git cherry "}},
		{"A=1 ls --color=a", "ls [ls --color = a] 3 a = false",
			compspec.Result{Candidates: []string{"always", "auto"}},
			[]string{"A=1 ls --color=always", "A=1 ls --color=auto"}},
		{"dd if=", "dd [dd if =] 2  if false",
			compspec.Result{Candidates: []string{"b", "a"}, Options: compspec.NoSort},
			[]string{"dd if=b", "dd if=a"}},
		{`cat "a b`, `cat [cat "a b] 1 a b cat true`,
			compspec.Result{Candidates: []string{"a b.c", "a b$"}, Options: compspec.FileNames},
			[]string{`cat "a b\$"`, `cat "a b.c"`}},
		{`cat a\ b`, `cat [cat a\ b] 1 a\ b cat true`,
			compspec.Result{Candidates: []string{"a b.c"}, Options: compspec.FileNames},
			[]string{`cat a\ b.c`}},
		{"cat $DIR/i", "cat [cat $DIR/i] 1 $DIR/i cat false",
			compspec.Result{Candidates: []string{"$DIR/in side"}, Options: compspec.FileNames},
			[]string{`cat $DIR/in\ side`}},
		{"cat some", "cat [cat some] 1 some cat false",
			compspec.Result{Candidates: []string{"some dir"}, Options: compspec.FileNames},
			[]string{`cat some\ dir/`}},
		{"echo $(git ", "git [git ] 1  git false",
			compspec.Result{Candidates: []string{"add"}}, []string{"echo $(git add"}},
		{"cat pl", "cat [cat pl] 1 pl cat false",
			compspec.Result{Options: compspec.Default}, []string{"cat plain"}},
		{"cat pl", "cat [cat pl] 1 pl cat false", compspec.Result{}, nil},
		{"cat >pl", "", compspec.Result{}, []string{"cat >plain"}},
		{"myp", "_InitialWorD_ [myp] 0 myp  false", compspec.Result{Candidates: []string{"mypart"}},
			[]string{"mypart"}},
		{" ", "_EmptycmD_ [] 0   false", compspec.Result{Candidates: []string{"mypart"}},
			[]string{" mypart"}},
		{"try 3 ti", "", compspec.Result{}, []string{"try 3 times"}},
		{"cat $DIREC", "", compspec.Result{}, []string{"cat $DIRECTORY"}},
	} {
		sh := place(t, "bin/myprog", "plain", "some dir/in side")
		asked := ""
		sh.program = func(r compspec.Request) (compspec.Result, bool) {
			asked = fmt.Sprint(r.Command, " ", r.Words, " ", r.Index, " ", r.Word, " ", r.Previous, " ",
				r.Quoted)
			return c.result, true
		}
		if got := completed(c.line, sh); !slices.Equal(got, c.want) || asked != c.asked {
			t.Errorf("%q: asked %q for %q, want %q for %q", c.line, asked, got, c.asked, c.want)
		}
	}
}
