package complete

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/compspec"
	"ftsh/internal/syntax"
)

// known is a shell for tests: names by kind, and variables.
type known struct {
	names map[Kind][]string
	vars  map[string]string

	program func(compspec.Request) (compspec.Result, bool)
}

func (k known) Names(kind Kind) []string         { return k.names[kind] }
func (k known) Value(name string) (string, bool) { v, ok := k.vars[name]; return v, ok }

func (k known) Program(r compspec.Request) (compspec.Result, bool) {
	if k.program == nil {
		return compspec.Result{}, false
	}
	return k.program(r)
}

func place(t *testing.T, files ...string) known {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, f := range files {
		mode := os.FileMode(0o644)
		if strings.HasPrefix(f, "bin/") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	return known{
		names: map[Kind][]string{
			Aliases: {"myalias"}, Functions: {"myfun"}, Builtins: {"mybuiltin", "export"},
			Variables: {"DIR", "DIRECTORY", "HOME", "PATH"}, Jobs: {"%1 sleep 9", "%2 cat"},
		},
		vars: map[string]string{"HOME": dir, "DIR": "some dir", "PATH": filepath.Join(dir, "bin")},
	}
}

// completed returns the line with each candidate in the place of the word.
func completed(line string, sh Shell) []string {
	start, found := At(line, len(line), sh)
	var all []string
	for _, c := range found {
		all = append(all, line[:start]+c.Text)
	}
	return all
}

func TestAt(t *testing.T) {
	sh := place(t, "bin/myprog", "plain", "some dir/in side", "some dir/.hidden", "a\nb", "-dash",
		"~tilde", "x#y", "\xff", "z'", `z"`, "z$")
	for line, want := range map[string][]string{
		"my":                      {"myalias", "mybuiltin", "myfun", "myprog"},
		"! my":                    {"! myalias", "! mybuiltin", "! myfun", "! myprog"},
		"if myf":                  {"if myfun"},
		"x=1 myf":                 {"x=1 myfun"},
		">out myf":                {">out myfun"},
		"a; myf":                  {"a; myfun"},
		"a && myf":                {"a && myfun"},
		"a | myf":                 {"a | myfun"},
		"(myf":                    {"(myfun"},
		"{ myf":                   {"{ myfun"},
		"a $(myf":                 {"a $(myfun"},
		"a `myf":                  {"a `myfun"},
		"a \"$(b) $(myf":          {"a \"$(b) $(myfun"},
		"a $(b) pl":               {"a $(b) plain"},
		"a \"$(b 'c')\" pl":       {"a \"$(b 'c')\" plain"},
		"a\nmyf":                  {"a\nmyfun"},
		"a <(myf":                 {"a <(myfun"},
		"a <(b) pl":               {"a <(b) plain"},
		"a > >(b pl":              {"a > >(b plain"},
		"[[ -e pl":                {"[[ -e plain"},
		"[[ a ]] && myf":          {"[[ a ]] && myfun"},
		"coproc myf":              {"coproc myfun"},
		"cat <<<pl":               {"cat <<<plain"},
		"a &>pl":                  {"a &>plain"},
		"declare x=pl":            {"declare x=plain"},
		"my'p":                    {"'myprog'"},
		"'myp":                    {"'myprog'"},
		"./pl":                    nil,
		"bin/":                    {"bin/myprog"},
		"cat pl":                  {"cat plain"},
		"cat some":                {`cat some\ dir/`},
		`cat some\ d`:             {`cat some\ dir/`},
		`cat some\ dir/`:          {`cat some\ dir/in\ side`},
		`cat some\ dir/.`:         {`cat some\ dir/.hidden`},
		`cat "some dir/`:          {`cat "some dir/in side"`},
		`cat "some dir"/i`:        {`cat "some dir"/in\ side`},
		`cat some\ dir/"i`:        {`cat some\ dir/"in side"`},
		`cat 'some d`:             {`cat 'some dir/`},
		`cat "$DIR/`:              {`cat "$DIR/in side"`},
		`cat $DIR/`:               {`cat $DIR/in\ side`},
		`cat ${DIR}/`:             {`cat ${DIR}/in\ side`},
		`cat '$DIR/`:              nil,
		"cat ~/pl":                {"cat ~/plain"},
		"cat a":                   {"cat 'a\nb'"},
		`cat -`:                   {`cat -dash`},
		`cat \~`:                  {`cat \~tilde`},
		`cat x`:                   {`cat x#y`},
		"cat z":                   {`cat z\"`, `cat z\$`, `cat z\'`},
		`cat "z`:                  {`cat "z\""`, `cat "z\$"`, `cat "z'"`},
		"cat 'z":                  {`cat 'z"'`, "cat 'z$'", `cat 'z'\'''`},
		"cat $DIREC":              {"cat $DIRECTORY"},
		"cat ${DIREC":             {"cat ${DIRECTORY}"},
		`cat "a$DIREC`:            {`cat "a$DIRECTORY`},
		`cat \$DIREC`:             nil,
		"cat '$DIREC":             nil,
		"cat *pl":                 nil,
		"cat # pl":                nil,
		"cat <pl":                 {"cat <plain"},
		"cat 2>pl":                {"cat 2>plain"},
		"cat >& pl":               {"cat >& plain"},
		"cat <<pl":                nil,
		"x=pl":                    {"x=plain"},
		"x=a:pl":                  {"x=a:plain"},
		"export x=pl":             {"export x=plain"},
		"export DIREC":            {"export DIRECTORY"},
		"cat --file=pl":           {"cat --file=plain"},
		"cd so":                   {`cd some\ dir/`},
		"cd pl":                   nil,
		"fg ":                     {"fg %1", "fg %2"},
		"wait %2":                 {"wait %2"},
		"kill -TER":               {"kill -TERM"},
		"kill -s HU":              {"kill -s HUP"},
		"trap : EX":               {"trap : EXIT"},
		"unset -f my":             {"unset -f myfun"},
		"unalias my":              {"unalias myalias"},
		"type myf":                {"type myfun"},
		"sudo -u me pl":           {"sudo -u me plain"},
		"set -o pipe":             {"set -o pipefail"},
		"tr":                      {"try"},
		"try f":                   {"try for", "try forever"},
		"try for 1 h":             {"try for 1 hour"},
		"try for 2 h":             {"try for 2 hours"},
		"try 3 t":                 {"try 3 times"},
		"try for 1 hour o":        {"try for 1 hour on", "try for 1 hour or"},
		"try for 1h or 3 ti":      {"try for 1h or 3 times"},
		"try 3 times e":           {"try 3 times every", "try 3 times except"},
		"try 3 times every 5 t":   nil,
		"try 3 times every 5 se":  {"try 3 times every 5 seconds"},
		"try 3 times signal HU":   {"try 3 times signal HUP"},
		"try 3 times backoff fib": {"try 3 times backoff fibonacci"},
		"forany x o":              {"forany x ordered"},
		"forany x i":              {"forany x in"},
		"forany x in pl":          {"forany x in plain"},
		"forall x j":              {"forall x jobs", "forall x journal"},
		"try 3 times; myf":        {"try 3 times; myfun"},
		"try 3 times k":           {"try 3 times known"},
		"try 3 times known tra":   {"try 3 times known transient"},
		"try 3 times permanent t": nil,
		"try permanent '*x*' kn":  {"try permanent '*x*' known"},
		"try 3 times thr":         {"try 3 times through"},
		"forall x sc":             {"forall x scratch"},
		"forany x through m-$x f": {"forany x through m-$x for"},
		"try scratch f":           {"try scratch file"},
		"try scratch file t":      nil,
		"try through x b": {"try through x backoff", "try through x break",
			"try through x budget"},
		"try through x jobs 3 n":  {"try through x jobs 3 nowait"},
		"try through x break 3 i": {"try through x break 3 in"},
		"try through x on 1 j":    nil,
		"":                        nil,
	} {
		got := completed(line, sh)
		if line == "" {
			if len(got) < 20 { // anything that may begin a command
				t.Errorf("nothing typed: %q", got)
			}
			continue
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// The shell reads a candidate back as the name of the file.
func TestOfferedIsReadBack(t *testing.T) {
	names := []string{"a b", "a'b", `a"b`, `a\b`, "a$b", "a`b`", "a;b", "a&b", "a|b", "a<b", "a>b",
		"a(b)", "a*b", "a?b", "a[b]", "a#b", "a~b", "a!b", "a{b}", "a\tb", "a\nb", "aé日", "a\xff",
		"a=b", "a,b", "a%b"}
	sh := place(t, names...)
	for _, open := range []string{"cat ", "cat '", `cat "`} {
		start, found := At(open+"a", len(open)+1, sh)
		if len(found) != len(names) {
			t.Errorf("%q: %d of %d", open, len(found), len(names))
		}
		for _, c := range found {
			if err := syntax.Check((open + "a")[:start]+c.Text, syntax.Options{}).Err; err != nil {
				t.Errorf("%q: %v", c.Text, err)
			}
		}
	}
}

func TestStartersAreReserved(t *testing.T) {
	others := []string{"sense", "check", "catch", "end", "try", "forany", "forall", "in", "coproc"} // of blocks and bash
	for _, w := range append(starters(), before()...) {
		if !syntax.IsReserved(w) && !slices.Contains(others, w) {
			t.Errorf("%s is no reserved word", w)
		}
	}
}

// No line makes At panic, and candidates replace the end of the line.
func FuzzAt(f *testing.F) {
	f.Add(`cat "$(ls 'a b' | x=~/${DIR}/\`)
	f.Add("try for 1 h")
	sh := known{names: map[Kind][]string{Variables: {"A"}, Jobs: {"%1 x"}},
		vars: map[string]string{"HOME": "/nonexistent"}}
	sh.program = func(r compspec.Request) (compspec.Result, bool) {
		return compspec.Result{Candidates: []string{r.Word, "~x/", "a b", "/"},
			Options: compspec.FileNames}, len(r.Words)%2 == 0
	}
	f.Fuzz(func(t *testing.T, line string) {
		if start, _ := At(line, len(line), sh); start < 0 || start > len(line) {
			t.Fatalf("%q: %d", line, start)
		}
	})
}
