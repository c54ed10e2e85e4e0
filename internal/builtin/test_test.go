package builtin

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ftsh/internal/flow"

	"golang.org/x/sys/unix"
)

func TestTestBySize(t *testing.T) {
	f := &tester{}
	no, wrong := flow.Status(1), flow.Status(2)
	check(t, f, []call{
		{args: []string{"test"}, want: no},
		{args: []string{"test", ""}, want: no},
		{args: []string{"test", "-f"}},
		{args: []string{"test", "!", ""}},
		{args: []string{"test", "-n", ""}, want: no},
		{args: []string{"test", "x", "y"}, want: wrong,
			errs: "expected a unary operator, found \"x\"\n"},
		{args: []string{"test", "!", "=", "!"}},
		{args: []string{"test", "(", "=", ")"}, want: no},
		{args: []string{"test", "(", "-n", ")"}},
		{args: []string{"test", "!", "-n", "a"}, want: no},
		{args: []string{"test", "a", "<", "b"}},
		{args: []string{"test", "a", ">", "b"}, want: no},
		{args: []string{"test", "!", "a", "=", "b"}},
		{args: []string{"test", "(", "-z", "", ")"}},
		{args: []string{"test", "a", "=", "a", "-a", "!", "b", "=", "a"}},
		{args: []string{"test", "", "-o", "(", "a", "-a", "b", ")"}},
		{args: []string{"test", "(", "a", "-a", "b"}, want: wrong, errs: "expected a )\n"},
		{args: []string{"[", "a", "]"}},
		{args: []string{"["}, want: wrong, errs: "expected a ] at the end\n"},
		{args: []string{"[", "a"}, want: wrong, errs: "expected a ] at the end\n"},
	})
}

func TestTestIntegers(t *testing.T) {
	f := &tester{}
	no, wrong := flow.Status(1), flow.Status(2)
	check(t, f, []call{
		{args: []string{"[", "3", "-lt", "300000", "]"}},
		{args: []string{"[", "-3", "-lt", "+2", "]"}},
		{args: []string{"[", " 10 ", "-eq", "010", "]"}},
		{args: []string{"[", "9223372036854775807", "-ge", "9223372036854775806", "]"}},
		{args: []string{"[", "5", "-ne", "5", "]"}, want: no},
		{args: []string{"[", "5", "-gt", "5", "]"}, want: no},
		{args: []string{"[", "5", "-le", "5", "]"}},
		{args: []string{"[", "", "-eq", "0", "]"}, want: wrong, errs: "\"\" is not an integer\n"},
		{args: []string{"[", "1", "-eq", "1x", "]"}, want: wrong,
			errs: "\"1x\" is not an integer\n"},
		{args: []string{"[", "9223372036854775808", "-eq", "0", "]"}, want: wrong,
			errs: "\"9223372036854775808\" is too large\n"},
	})
}

func TestTestFiles(t *testing.T) {
	dir := t.TempDir()
	f := &tester{fakeDirectory: in(t, dir)} // names are relative to the environment's directory
	write := func(name, text string, age time.Duration) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(1e9, 0).Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	write("new", "x", 0)
	write("old", "", time.Nanosecond)
	for _, err := range []error{
		os.Symlink("nowhere", filepath.Join(dir, "link")),
		os.Link(filepath.Join(dir, "new"), filepath.Join(dir, "same")),
		unix.Mkfifo(filepath.Join(dir, "fifo"), 0o600),
		os.Mkdir(filepath.Join(dir, "sub"), 0o700|os.ModeSticky),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	no := flow.Status(1)
	for _, c := range []struct {
		args []string
		want flow.Outcome
	}{
		{[]string{"-e", "new"}, flow.Outcome{}}, {[]string{"-e", "link"}, no},
		{[]string{"-e", ""}, no},
		{[]string{"-L", "link"}, flow.Outcome{}}, {[]string{"-h", "link"}, flow.Outcome{}},
		{[]string{"-h", "new"}, no},
		{[]string{"-f", "new"}, flow.Outcome{}}, {[]string{"-f", "sub"}, no},
		{[]string{"-d", "sub"}, flow.Outcome{}},
		{[]string{"-k", "sub"}, flow.Outcome{}}, {[]string{"-u", "sub"}, no},
		{[]string{"-g", "new"}, no},
		{[]string{"-p", "fifo"}, flow.Outcome{}}, {[]string{"-S", "fifo"}, no},
		{[]string{"-b", "new"}, no}, {[]string{"-c", "/dev/null"}, flow.Outcome{}},
		{[]string{"-s", "new"}, flow.Outcome{}}, {[]string{"-s", "old"}, no},
		{[]string{"-r", "new"}, flow.Outcome{}}, {[]string{"-x", "new"}, no},
		{[]string{"-w", "new"}, flow.Outcome{}}, {[]string{"-O", "new"}, flow.Outcome{}},
		{[]string{"-G", "new"}, flow.Outcome{}},
		{[]string{"new", "-nt", "old"}, flow.Outcome{}}, {[]string{"old", "-nt", "new"}, no},
		{[]string{"new", "-nt", "none"}, flow.Outcome{}},
		{[]string{"none", "-nt", "new"}, no}, {[]string{"none", "-ot", "new"}, flow.Outcome{}},
		{[]string{"old", "-ot", "new"}, flow.Outcome{}},
		{[]string{"new", "-ef", "same"}, flow.Outcome{}}, {[]string{"new", "-ef", "old"}, no},
		{[]string{"-t", "0"}, no},
		{[]string{"-e", "/dev/fd/7"}, no}, {[]string{"-e", "/dev/stdin"}, no},
	} {
		if got := run(f, append([]string{"test"}, c.args...)...); got != c.want {
			t.Errorf("test %q: %+v, want %+v", c.args, got, c.want)
		}
	}
}

func TestNumbersAndStringsAllocateNothing(t *testing.T) {
	f := &tester{}
	args := []string{"[", "12345", "-lt", "300000", "]"}
	if n := testing.AllocsPerRun(100, func() { bracket(f, args) }); n != 0 {
		t.Errorf("[ with integers: %v allocations", n)
	}
	args = []string{"[", "a", "=", "b", "]"}
	if n := testing.AllocsPerRun(100, func() { bracket(f, args) }); n != 0 {
		t.Errorf("[ with strings: %v allocations", n)
	}
}
