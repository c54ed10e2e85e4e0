package compspec

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/pattern"
)

// source is a Source with something of each kind.
type source struct{ ifs string }

func (s source) Names(a Actions) []string {
	switch a {
	case Variable:
		return []string{"ab_var", "x"}
	case Alias:
		return []string{"ab_alias"}
	case User:
		return []string{"abe", "abba"}
	}
	return nil
}
func (source) Programs(prefix string) []string      { return []string{prefix + "program"} }
func (source) Files(word string, w Wanted) []string { return []string{word + "file"[:4-int(w)]} }
func (source) Glob(pattern string) []string         { return []string{"glob:" + pattern} }
func (source) Expand(word string) ([]string, error) {
	if strings.Contains(word, "bad") {
		return nil, errors.New("bad")
	}
	return []string{"<" + word + ">"}, nil
}
func (s source) IFS() string                   { return s.ifs }
func (source) Call(f string) ([]string, error) { return []string{"called:" + f}, nil }
func (source) Run(c string) ([]string, error)  { return []string{"ran:" + c}, nil }
func (source) Patterns() pattern.Options       { return pattern.Options{} }
func text(s string) *string                    { return &s }
func check(t *testing.T, s Spec, word, want string) {
	t.Helper()
	found, err := s.Candidates(word, source{" \n"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found, ","); got != want {
		t.Errorf("%s for %q: %s, want %s", s.Line("x"), word, got, want)
	}
}

func TestCandidates(t *testing.T) {
	check(t, Spec{}, "ab", "")
	check(t, Spec{Actions: Alias | Variable | User | Command | File | Directory}, "ab",
		"ab_alias,ab_var,abprogram,abfile,abba,abe,abfil")
	check(t, Spec{Actions: Variable, Glob: text("*.c"), Words: text("abc d"), Function: text("f"),
		Command: text("c")}, "ab", "ab_var,glob:*.c,abc,called:f,ran:c")
	check(t, Spec{Words: text("ab abc"), Prefix: text("<"), Suffix: text(">")}, "ab", "<ab>,<abc>")
	check(t, Spec{Words: text("ab abc"), Filter: text("*c"), Prefix: text("c")}, "", "cab")
	check(t, Spec{Words: text("ab abc"), Filter: text("!*c")}, "", "abc")
	check(t, Spec{Words: text("ab abc a*"), Filter: text("&")}, "a*", "")
	check(t, Spec{Words: text("ab a&"), Filter: text(`*\&`)}, "", "ab")
	check(t, Spec{Words: text("x"), Options: DirNames}, "ab", "abfil")
	check(t, Spec{Words: text("abc"), Options: DirNames}, "ab", "abc")
	check(t, Spec{Words: text("abc"), Options: PlusDirs, Prefix: text("p")}, "ab", "pabc,abfil")
	check(t, Spec{Words: text("abc")}, `"ab`, "abc")
	check(t, Spec{Words: text("ab $x")}, "", "ab,<$x>")
	s := Spec{Words: text("a $bad")}
	if _, err := s.Candidates("", source{" "}); err == nil {
		t.Error("the error of an expansion was lost")
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct{ list, ifs, want string }{
		{"a  b\nc", " \n", "a|b|c"},
		{" a ", " ", "a"},
		{"a::b:", ":", "a|b"},
		{"a b", "", "a b"},
		{"", " ", ""},
		{`'a b' "c d" e\ f`, " ", `'a b'|"c d"|e\ f`},
		{"$(a b) ${c d} `e f` $((1 + 2))", " ", "$(a b)|${c d}|`e f`|$((1 + 2))"},
		{`"a $(b "c d") e" f`, " ", `"a $(b "c d") e"|f`},
		{`"it's a" b`, " ", `"it's a"|b`},
		{`$(a ')' b) c`, " ", `$(a ')' b)|c`},
		{"'a b", " ", "'a b"},
		{`"a b`, " ", `"a b`},
		{"$(a b", " ", "$(a b"},
		{`a\`, " ", `a\`},
	} {
		if got := strings.Join(pieces(c.list, c.ifs), "|"); got != c.want {
			t.Errorf("%q by %q: %s, want %s", c.list, c.ifs, got, c.want)
		}
	}
}

func TestShellWord(t *testing.T) {
	for _, c := range [][2]string{
		{"a b;c", `a\ b\;c`},
		{"~/x{a,b}", "~/x{a,b}"},
		{`$x'y z'"w"`, `$x'y z'"w"`},
		{"a\nb", `a$'\n'b`},
		{"$'x'", `\$'x'`},
		{"it's", "it's'"},
		{`say "x`, `say\ "x"`},
		{"a'", `a\'`},
		{"*", `\*`},
		{"a\\\nb", "ab"},
		{"\\\n", ""},
		{"é#!", `é\#\!`},
	} {
		if got := ShellWord(c[0]); got != c[1] {
			t.Errorf("%q: %s, want %s", c[0], got, c[1])
		}
	}
}

func TestUnquote(t *testing.T) {
	for _, c := range [][2]string{
		{"abc", "abc"}, {`a\ b`, "a b"}, {`"a b`, "a b"}, {`'a\b'c`, `a\bc`}, {`"a\b\""`, `a\b"`},
		{`a\`, "a"}, {`''`, ""},
	} {
		if got := Unquote(c[0]); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

func FuzzPieces(f *testing.F) {
	f.Add(`a 'b c' "d $(e f)" \`, " ")
	f.Fuzz(func(t *testing.T, list, ifs string) {
		for _, p := range pieces(list, ifs) {
			_, _ = ShellWord(p), Unquote(p)
		}
		if words, at, start := Words(list, len(list), ifs); start > len(list) || at >= len(words) {
			t.Errorf("%q: word %d at %d", list, at, start)
		}
	})
}

func TestTable(t *testing.T) {
	var none Table
	one := none.With(&Spec{Actions: File}, "a", "/bin/b")
	two := one.With(&Spec{}, DefaultName)
	three := two.With(nil, "a")
	if m := one.Merged(two); m.Get("a") != two.Get("a") || m.Len() != two.Len() {
		t.Errorf("merged: %d specifications", m.Len())
	}
	if m := two.Without(one); m.Len() != 1 || m.Get(DefaultName) == nil {
		t.Errorf("without: %d specifications", m.Len())
	}
	if none.Len() != 0 || one.Len() != 2 || two.Len() != 3 || three.Len() != 2 {
		t.Error("a change reached an earlier table")
	}
	for _, c := range []struct {
		t             Table
		command, want string
	}{
		{one, "a", "a"}, {one, "/x/a", "a"}, {one, "/bin/b", "/bin/b"}, {one, "b", ""},
		{two, "b", DefaultName}, {three, "a", DefaultName}, {none, "a", ""},
	} {
		if s, name := c.t.For(c.command); name != c.want || (s == nil) != (name == "") {
			t.Errorf("%s: found under %q, want %q", c.command, name, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	s := &Spec{Actions: File | Alias | Signal, Options: NoSpace | Default, Words: text("it's"),
		Function: text("f"), Prefix: text("")}
	for name, want := range map[string]string{
		"x":         `complete -o default -o nospace -a -f -A signal -W 'it'\''s' -P '' -F f x`,
		"":          `complete -o default -o nospace -a -f -A signal -W 'it'\''s' -P '' -F f ''`,
		"a b":       `complete -o default -o nospace -a -f -A signal -W 'it'\''s' -P '' -F f 'a b'`,
		EmptyName:   `complete -o default -o nospace -a -f -A signal -W 'it'\''s' -P '' -F f -E`,
		InitialName: `complete -o default -o nospace -a -f -A signal -W 'it'\''s' -P '' -F f -I`,
	} {
		if got := s.Line(name); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	const want = "compopt +o bashdefault -o default +o dirnames +o filenames +o noquote +o nosort " +
		"-o nospace +o plusdirs x"
	if got := s.OptionLine("x"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "ab", "b c"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "ad"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "ab"), 0o777); err != nil {
		t.Fatal(err)
	}
	p := Place{Dir: -1, Home: func(user string) (string, bool) { return dir, user == "" }}
	for _, c := range []struct {
		word   string
		wanted Wanted
		want   []string
	}{
		{dir + "/a", AnyFile, []string{dir + "/a", dir + "/ab", dir + "/ad"}},
		{"~/a", Directories, []string{"~/ad"}},
		{"~/", Executables, []string{"~/ab", "~/ad"}},
		{"~/", AnyFile, []string{"~/a", "~/ab", "~/ad", "~/b c"}},
		{"~nobody/", AnyFile, nil},
		{dir + "/nope/", AnyFile, nil},
	} {
		if got := p.Files(c.word, c.wanted); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.word, got, c.want)
		}
	}
	if got := p.Programs("/nope:"+dir, "a"); !slices.Equal(got, []string{"ab"}) {
		t.Errorf("programs: %q", got)
	}
}

func TestHosts(t *testing.T) {
	dir := t.TempDir()
	file, other := filepath.Join(dir, "hosts"), filepath.Join(dir, "other")
	for path, lines := range map[string]string{
		file:  "# none\n127.0.0.1 localhost lo # here\n::1 six\nname\n$include " + other + "\n",
		other: "10.0.0.1\tfar\n$include " + other + "\n",
	} {
		if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := Hosts(file)
	if want := []string{"localhost", "lo", "::1", "six", "name", "far"}; !slices.Equal(got[:6], want) {
		t.Errorf("%q, want %q first", got, want)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		line      string
		point     int
		words     string
		at, start int
	}{
		{"ls a", 4, "ls|a", 1, 3},
		{"ls ", 3, "ls|", 1, 3},
		{"ls a b", 4, "ls|a|b", 1, 3},
		{"ls  b", 3, "ls|b", 1, 3},
		{"ls --color=", 11, "ls|--color|=", 2, 11},
		{"ls --color=a", 12, "ls|--color|=|a", 3, 11},
		{"scp h:/x", 8, "scp|h|:|/x", 3, 6},
		{`cat "a b`, 8, `cat|"a b`, 1, 4},
		{`cat a\ b c`, 8, `cat|a\ b|c`, 1, 4},
		{"cat $(a b) c", 12, "cat|$(a b)|c", 2, 11},
		{"", 0, "", 0, 0},
	} {
		words, at, start := Words(c.line, c.point, WordBreaks)
		if got := strings.Join(words, "|"); got != c.words || at != c.at || start != c.start {
			t.Errorf("%q at %d: %s, %d, %d, want %s, %d, %d", c.line, c.point, got, at, start,
				c.words, c.at, c.start)
		}
	}
}

func TestVariablesInDirectories(t *testing.T) {
	p := Place{Dir: -1, Home: func(string) (string, bool) { return "/home", true },
		Value: func(name string) (string, bool) { return "<" + name + ">", true }}
	for _, c := range [][2]string{
		{"$A/", "<A>/"}, {"${A_1}x/$B/", "<A_1>x/<B>/"}, {"$/", "$/"}, {"${/", "${/"},
		{"${A/", "${A/"}, {"~/$A/", "/home/<A>/"}, {"$1/", "$1/"},
	} {
		if got, ok := p.expand(c[0]); got != c[1] || !ok {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
}
