package edit

import (
	"slices"
	"strings"
	"testing"
)

// typed gives an editor the bytes sent by a terminal, with a pause after each lone ␛, and returns
// the line, with | at the cursor, and its state.
func typed(t *testing.T, c Config, keys string) (string, State) {
	t.Helper()
	e := New(c)
	d := Decoder{Vi: c.Vi}
	for i, part := range strings.Split(keys, "␛") {
		if i > 0 {
			if state := e.Key(Key{Name: Escape}); state != Editing {
				t.Fatalf("%q: Escape: %v", keys, state)
			}
		}
		for _, b := range []byte(part) {
			for _, k := range d.Byte(b) {
				if state := e.Key(k); state != Editing {
					return e.Text(), state
				}
			}
		}
	}
	if d.Held() {
		t.Fatalf("%q: held", keys)
	}
	text, pos := e.Runes()
	return stringOf(text[:pos]) + "|" + stringOf(text[pos:]), Editing
}

const (
	esc         = "\x1b"
	right, left = esc + "[C", esc + "[D"
	up, down    = esc + "[A", esc + "OB"
	home, end   = esc + "[H", esc + "[4~"
	del         = esc + "[3~"
)

func history() []string {
	return []string{"first one", "cp 'a b' \"c d\"", "ls\ncat", "ls\ncat", "echo last"}
}

func TestEmacs(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"abc", "abc|"},
		{"abc" + left + left + "x" + right + "y", "axby|c"},
		{"abc\x01x\x05y", "xabcy|"},
		{"abc" + home + "x" + end + "y", "xabcy|"},
		{"abc\x01\x04" + del, "|c"},
		{"abc\x02\x08", "a|c"},
		{"a b-c" + esc + "bx" + esc + "f" + esc + "fy", "a b-xcy|"},
		{"ab cd" + esc + "[1;5D" + esc + "[1;3Dx" + esc + "[1;5Cy", "xaby| cd"},
		{"ab cd\x17\x17\x19", "ab cd|"},
		{"ab cd\x15x\x19", "xab cd|"},
		{"ab cd\x01\x0bx\x19", "xab cd|"},
		{"ab cd/ef" + esc + "\x7f", "ab cd/|"},
		{"ab cd\x01" + esc + "d" + esc + "dx\x19", "xab cd|"},
		{"one\x15two\x15\x19" + esc + "y", "one|"},
		{"one\x15two\x15\x19" + esc + "y" + esc + "y", "two|"},
		{"ab\x14", "ba|"},
		{"abc\x02\x14", "acb|"},
		{"\x14ab", "ab|"},
		{"ab cd" + esc + "t", "cd ab|"},
		{"ab cd\x01" + esc + "u" + esc + "c", "AB Cd|"},
		{"AB\x01" + esc + "l", "ab|"},
		{"abc\x17x\x1f\x1f", "abc|"},
		{"abc\x1f", "|"},
		{"\x1f", "|"},
		{"abc" + esc + "[5;5~d", "abcd|"}, // PageUp finds nothing
		{"fi" + esc + "[5~", "fi|rst one"},
		{"a\x16\x01b", "a\x01b|"},
		{esc + "3x", "xxx|"},
		{"a" + esc + "\rb", "a\nb|"},
		{up, "echo last|"},
		{up + up, "ls\ncat|"},
		{up + up + up, "ls|\ncat"},
		{up + up + up + up, "cp 'a b' \"c d\"|"}, // repeated commands are passed at once
		{up + up + up + up + down, "ls\ncat|"},
		{"new" + up + "er" + down + "s", "news|"},
		// changes stay while the line is edited
		{"new" + up + "er" + down + up, "echo laster|"},
		{esc + "<", "first one|"},
		{esc + "<" + esc + ">", "|"},
		{esc + ".", "last|"},
		{esc + "." + esc + ".", "cat|"},
		{esc + "." + esc + "." + esc + "." + esc + ".", "\"c d\"|"},
		{"日本" + left + "x", "日x|本"},
		{"e\u0301f" + left + left + "x", "x|e\u0301f"},
		{"e\u0301f" + left + "\x7f", "|f"},
		{"a\xffb" + left + "x", "a\xffx|b"},
		{"\x12", "|"},
		{"\x12one", "first |one"},
		{"\x12l", "echo |last"},
		{"\x12l\x12", "|ls\ncat"},
		{"\x12l\x12\x12", "|ls\ncat"},
		{"ab\x12zzz\x07", "ab|"},
		{"\x12zz\x7f\x7fone\x05!", "first one!|"},
		{esc + "[200~a\r\nb\nc\r" + esc + "[201~d", "a\nb\nc\nd|"},
		{esc + "[99;99;99z" + esc + "OPa" + esc + "[[Ab", "ab|"},
		{esc + "[12;40Ra", "a|"},
	} {
		if got, state := typed(t, Config{History: history()}, c.keys); got != c.want ||
			state != Editing {
			t.Errorf("%q: %q, %v; want %q", c.keys, got, state, c.want)
		}
	}
}

func TestEnds(t *testing.T) {
	for _, vi := range []bool{false, true} {
		for _, c := range []struct {
			keys, want string
			state      State
		}{
			{"ab\r", "ab", Accepted},
			{"ab\x01\n", "ab", Accepted},
			{"ab\x03", "ab", Interrupted},
			{"ab\x1c", "ab", Quit},
			{"\x04", "", EOF},
			{"\x12la\r", "echo last", Accepted},
			{"\x12la\x04\r", "echo ast", Accepted},
			{"\x12la\x03", "echo last", Interrupted},
			{"\x12zz\x03", "", Interrupted},
			{"ab\x18\x03", "ab", Interrupted},
			{"ab\x16\x03\x03", "ab\x03", Interrupted},
			{"ab\x18\x05", "ab", Elsewhere},
		} {
			if got, state := typed(t, Config{History: history(), Vi: vi}, c.keys); got != c.want ||
				state != c.state {
				t.Errorf("vi %v, %q: %q, %v; want %q, %v", vi, c.keys, got, state, c.want, c.state)
			}
		}
	}
}

// Ctrl-C and Ctrl-\ give the line up even while a command of vi waits for more.
func TestViGivesUp(t *testing.T) {
	for _, waits := range []string{"", "d", "3", "f", "r", "R", "/la", "2d3"} {
		for key, want := range map[string]State{"\x03": Interrupted, "\x1c": Quit} {
			got, state := typed(t, Config{History: history(), Vi: true}, "ab␛"+waits+key)
			if got != "ab" || state != want {
				t.Errorf("%q: %q, %v; want %v", waits, got, state, want)
			}
		}
	}
}

// v is for the line, or for the command with a number.
func TestViElsewhere(t *testing.T) {
	for keys, want := range map[string]int{"ab␛v": 0, "ab␛3v": 3, "ab␛2d3␛12v": 12} {
		e := New(Config{Vi: true})
		state := Editing
		for _, r := range keys {
			k := Key{Rune: r}
			if r == '␛' {
				k = Key{Name: Escape}
			}
			state = e.Key(k)
		}
		if e.Text() != "ab" || state != Elsewhere || e.Number() != want {
			t.Errorf("%q: %q, %v, %d; want %d", keys, e.Text(), state, e.Number(), want)
		}
	}
}

// @ and a letter press the keys of an alias.
func TestViMacro(t *testing.T) {
	alias := func(name string) (string, bool) {
		v, ok := map[string]string{"_a": "0ix\x1b", "_b": "Aend", "_c": "@a@a", "_d": "@dx",
			"_e": "dw\r:", "_é": "x"}[name]
		return v, ok
	}
	for _, c := range []struct {
		keys, want string
		state      State
	}{
		{"bc␛@a", "|xbc", Editing},
		{"bc␛@c", "|xxbc", Editing},
		{"bc␛@b!", "bcend!|", Editing},
		{"bc␛@a$.", "xb|xc", Editing}, // the last command can be repeated
		{"bc␛@zx", "|b", Editing},
		{"bc␛@1x", "|b", Editing},
		{"bc␛@éh", "|b", Editing},
		{"abcdefghijklmnopqrstuvwxyz␛@d", "abcdefghi|j", Editing}, // and no deeper
		{"bc␛0@e", "", Accepted},
		{"bc␛@\x03", "bc", Interrupted},
	} {
		if got, state := typed(t, Config{Vi: true, Alias: alias}, c.keys); got != c.want ||
			state != c.state {
			t.Errorf("%q: %q, %v; want %q, %v", c.keys, got, state, c.want, c.state)
		}
	}
}

// XCU sh, "Command Line Editing (vi-mode)".
func TestVi(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"abc␛", "ab|c"},
		{"abc␛hix", "ax|bc"},
		{"abc␛0ax", "ax|bc"},
		{"abc␛0iX␛lx", "X|bc"},
		{" abc␛Ix", "x| abc"},
		{" abc␛^x", " |bc"},
		{"abc␛0Ax", "abcx|"},
		{"abcd␛03lx", "ab|c"},
		{"ab cd-ef gh␛0wx", "ab |d-ef gh"},
		{"ab cd-ef gh␛02wx", "ab cd|ef gh"},
		{"ab cd-ef gh␛02Wx", "ab cd-ef |h"},
		{"ab cd-ef gh␛0ex", "a| cd-ef gh"},
		{"ab cd-ef gh␛0EEx", "ab cd-e| gh"},
		{"ab cd-ef gh␛bx", "ab cd-ef |h"},
		{"ab cd-ef gh␛BBx", "ab |d-ef gh"},
		{"ab cd-ef gh␛04|x", "ab |d-ef gh"},
		{"a,b,c␛0f,x", "a|b,c"},
		{"a,b,c␛02f,x", "a,b|c"},
		{"a,b,c␛0f,;x", "a,b|c"},
		{"a,b,c␛F,x", "a,b|c"},
		{"a,b,c␛0t,x", "|,b,c"},
		{"a,b,c␛0ft,x", "|,b,c"}, // no t: the next command is a comma, with nothing to repeat
		{"abcdef␛0dw", "|"},
		{"ab cd ef␛0dw", "|cd ef"},
		{"ab cd ef␛02dw", "|ef"},
		{"ab cd ef␛0d2w", "|ef"},
		{"ab cd ef␛0wd$", "ab| "},
		{"ab cd ef␛0wD", "ab| "},
		{"ab cd ef␛0wd0", "|cd ef"},
		{"ab cd ef␛d0", "|f"},
		{"ab cd ef␛bdb", "ab |ef"},
		{"ab cd ef␛0dd", "|"},
		{"ab cd ef␛0cwxy", "xy| cd ef"},
		{"ab cd ef␛0ccxy", "xy|"},
		{"ab cd ef␛0wC!", "ab !|"},
		{"ab cd ef␛0c$xy", "xy|"},
		{"ab cd␛0Sx", "x|"},
		{"ab cd␛02sx", "x| cd"},
		{"abcd␛X", "ab|d"},
		{"abcd␛2X", "a|d"},
		{"abcd␛0df,", "|abcd"},
		{"ab,cd␛0df,", "|cd"},
		{"ab,cd␛0dt,", "|,cd"},
		{"ab cd␛0ywP", "ab| ab cd"},
		{"ab cd␛0dwp", "cab| d"},
		{"ab␛yyp", "aba|b"},
		{"ab␛0Y$p", "aba|b"},
		{"abc␛0rx", "|xbc"},
		{"abc␛02rx", "x|xc"},
		{"abc␛09rx", "|abc"},
		{"abcd␛0Rxy␛", "x|ycd"},
		{"abc␛0~", "A|bc"},
		{"aBc␛03~", "Ab|C"},
		{"abc␛0xu", "|abc"},
		{"abc␛0xxU", "|"},
		{"abcdef␛0x.", "|cdef"},
		{"abcdef␛0x3.", "|ef"},
		{"ab cd ef␛0cwx␛w.", "x |x ef"},
		{"ab␛0ix␛.", "|xxab"},
		{"␛k", "|echo last"},
		{"␛kk", "ls\n|cat"},
		{"␛-j", "|"},
		{"␛kkkx", "|s\ncat"},
		{"␛1G", "first on|e"},
		{"␛/one\r", "|first one"},
		{"␛/l\rn", "|ls\ncat"},
		{"␛/^c*c\r", "|cp 'a b' \"c d\""},
		{"␛/l\rnN", "|echo last"},
		{"␛/nothing\r", "|"},
		{"echo␛_", "echo last|"},
		{"echo␛1_", "echo echo|"},
		{"ab␛zZ", "a|b"},
		{"ab\x15cd", "cd|"},
		{"ab cd\x17", "ab |"},
		{"日本語␛hrx", "日|x語"},
		{"␛x␛X␛dd␛dw␛p␛u␛.␛~", "|"},
	} {
		if got, state := typed(t, Config{History: history(), Vi: true}, c.keys); got != c.want ||
			state != Editing {
			t.Errorf("%q: %q, %v; want %q", c.keys, got, state, c.want)
		}
	}
	if got, state := typed(t, Config{Vi: true}, "ab␛#"); got != "#ab" || state != Accepted {
		t.Errorf("#: %q, %v", got, state)
	}
	// A change given up is no endless repetition.
	if got, _ := typed(t, Config{Vi: true}, "abc␛0i.␛...."); got != "|.....abc" {
		t.Errorf("%q", got)
	}
}

func TestCompleting(t *testing.T) {
	complete := func(line string, pos int) Completion {
		start := strings.LastIndexByte(line[:pos], ' ') + 1
		var c Completion
		c.Start = start
		for _, word := range []string{"alpha", "alps", "beta/", "größe"} {
			if strings.HasPrefix(word, line[start:pos]) {
				c.Candidates = append(c.Candidates,
					Candidate{Text: word, Shown: word, Open: strings.HasSuffix(word, "/")})
			}
		}
		return c
	}
	for _, c := range []struct{ keys, want string }{
		{"x a\t", "x alp|"},
		{"x a\t\t", "x alpha|"},
		{"x a\t\t\t", "x alps|"},
		{"x a\t\t\t\t", "x alpha|"},
		{"x a\t" + esc + "[Z", "x alps|"},
		{"x a\t\ty", "x alpha y|"},
		{"x a\t\t\ry", "x alpha y|"},
		{"x a\t\t\x07", "x alp|"},
		{"x a\th", "x alph|"},
		{"x b\t", "x beta/|"},
		{"x g\ty", "x größe y|"},
		{"größe a\th\t", "größe alpha |"},
		{"x z\t", "x z|"},
		{"x g" + "y" + left + "\t", "x größe |y"},
	} {
		if got, state := typed(t, Config{Complete: complete}, c.keys); got != c.want ||
			state != Editing {
			t.Errorf("%q: %q, %v; want %q", c.keys, got, state, c.want)
		}
	}
	for _, c := range []struct{ keys, want string }{
		{`x b␛\`, "x beta/|"},
		{`x a␛=`, "x alp|"},
		{`x a␛*`, "x alpha alps |"},
	} {
		if got, state := typed(t, Config{Complete: complete, Vi: true}, c.keys); got != c.want ||
			state != Editing {
			t.Errorf("%q: %q, %v; want %q", c.keys, got, state, c.want)
		}
	}
	if got, _ := typed(t, Config{}, "a\tb"); got != "a\tb|" {
		t.Errorf("%q", got)
	}
}

func TestLay(t *testing.T) {
	for _, c := range []struct {
		prompt, text string
		pos          int
		rows         []string
		row, col     int
	}{
		{"$ ", "abc", 3, []string{"$ abc"}, 0, 5},
		{"$ ", "abcdefgh", 8, []string{"$ abcdefgh", ""}, 1, 0},
		{"$ ", "abcdefgh", 2, []string{"$ abcdefgh", ""}, 0, 4},
		{"$ ", "abcdefghi", 8, []string{"$ abcdefgh", "i"}, 1, 0},
		{"$ ", "abcdefg日x", 7, []string{"$ abcdefg", "日x"}, 1, 0},
		{"$ ", "a\nb", 1, []string{"$ a", "b"}, 0, 3},
		{"$ ", "a\nb", 2, []string{"$ a", "b"}, 1, 0},
		{"$ ", "a\n", 2, []string{"$ a", ""}, 1, 0},
		{"$ ", "abcdefgh\nx", 8, []string{"$ abcdefgh", "", "x"}, 1, 0},
		{"\x1b[1m$\x1b[m ", "a", 1, []string{"\x1b[1m$\x1b[m a"}, 0, 3},
		{"\x1b]0;title\a$ ", "a", 1, []string{"\x1b]0;title\a$ a"}, 0, 3},
		{"", "\x01\x7f\xff\u202e", 4, []string{"^A^?\ufffd\ufffd"}, 0, 6},
		{"", "a\tb", 2, []string{"a       b"}, 0, 8},
		{"", "e\u0301x", 2, []string{"e\u0301x"}, 0, 1},
		{"", "\u0301", 1, []string{"◌\u0301"}, 0, 1},
	} {
		l := Lay(c.prompt, runesOf(c.text), c.pos, 10)
		if !slices.Equal(l.Rows, c.rows) || l.Row != c.row || l.Col != c.col {
			t.Errorf("%q %q %d: %q, %d:%d; want %q, %d:%d", c.prompt, c.text, c.pos, l.Rows, l.Row,
				l.Col, c.rows, c.row, c.col)
		}
	}
}

// No bytes make the editor panic, or lose its cursor.
func FuzzKeys(f *testing.F) {
	f.Add("ab\x1b[D\x1b.\t\t\x1b[200~x\x1b[201~\x12a", false)
	f.Add("ab cd\x1b0d2w.p3~cwx\x1b/a\rnu*=\\_", true)
	f.Fuzz(func(t *testing.T, keys string, vi bool) {
		e := New(Config{History: history(), Vi: vi,
			Complete: func(line string, pos int) Completion {
				return Completion{Start: strings.LastIndexByte(line, ' ') + 1,
					Candidates: []Candidate{{Text: "ab"}, {Text: "ac"}}}
			}})
		d := Decoder{Vi: vi}
		for i, b := range []byte(keys) {
			pressed := d.Byte(b)
			if i%7 == 0 {
				pressed = append(pressed, d.Flush()...)
			}
			for _, k := range pressed {
				e.Key(k)
				text, pos := e.Runes()
				if pos < 0 || pos > len(text) {
					t.Fatalf("the cursor is at %d of %d", pos, len(text))
				}
				Lay("$ ", text, pos, 7)
			}
		}
	})
}
