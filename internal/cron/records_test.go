package cron

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"ftsh/internal/fd"
)

// heard returns the attempts of a job whose shells send lines.
func heard(t *testing.T, lines ...string) *attempts {
	t.Helper()
	a, err := hear()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if _, err := a.w.Write(context.Background(), []byte(l)); err != nil {
			t.Fatal(err)
		}
	}
	a.close()
	return a
}

func attempt(id string, n int, text string) string {
	return fmt.Sprintf(`{"msg":"attempt `+
		`failed","block":"try","id":%q,"attempt":%d,"errors":[{"text":%q}],"record":"%s %d\n"}`+
		"\n", id, n, text, id, n)
}

func blockFailed(id string, n int, text string) string {
	return strings.Replace(attempt(id, n, text), `"attempt failed"`,
		`"block failed","level":"failures"`, 1)
}

func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		lines   []string
		most    int
		failure string
		text    string
	}{
		{nil, 1, "", ""},
		{[]string{attempt("1", 1, "a"), attempt("1", 2, "b")}, 3, "", "1 1\n1 2\n"},
		{[]string{attempt("1", 1, "a"), attempt("1", 2, "b"), blockFailed("1", 2, "c")}, 2, "c",
			"1 1\n1 2\n1 2\n"},
		{[]string{blockFailed("1", 1, "a")}, 1, "a", "1 1\n"},
		{[]string{blockFailed("1", 1, "a"), strings.Replace(blockFailed("2", 1, "handled"),
			"failures", "attempts", 1)}, 1, "a", "1 1\n2 1\n"},
		{[]string{attempt("1", 1, "a"), attempt("1", 2, "a"), attempt("2", 1, "x"),
			blockFailed("2", 1, "x")}, 3, "x", "1 1\n1 2\n2 1\n2 1\n"},
		{[]string{"end\n", `{"msg":"enough"}` + "\n", "\n", "no record\n", "{}\n",
			`{"msg":"attempt failed"}` + "\n", "[1]\n", attempt("1", 1, "a")}, 2, "", "1 1\n"},
		{[]string{strings.Repeat("x", 1<<20) + "\n", attempt("1", 1, "a")}, 2, "", "1 1\n"},
		{[]string{attempt("1", 1, "a"), `{"msg":"attempt fa`}, 2, "", "1 1\n"},
	} {
		a := heard(t, c.lines...)
		if a.most != c.most || a.failure != c.failure || a.text() != c.text {
			t.Errorf("%.200q: %d, %q, %q, want %d, %q, %q", c.lines, a.most, a.failure, a.text(),
				c.most, c.failure, c.text)
		}
	}
}

// The first hundred records and the last hundred are kept.
func TestManyAttempts(t *testing.T) {
	var lines []string
	for i := range 5000 {
		lines = append(lines, attempt("1", i+1, "a"))
	}
	text := heard(t, lines...).text()
	if !strings.HasPrefix(text, "1 1\n") || !strings.Contains(text,
		"\n1 100\n… (4800 more)\n1 4901\n") || !strings.HasSuffix(text, "\n1 5000\n") {
		t.Errorf("%.300q", text)
	}
}

// A variable that names no such pipe is ignored.
func TestOpenRecords(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	f, err := fd.FromOS(w)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	n, _ := f.Fd()
	st, err := fd.StatFile(f)
	if err != nil {
		t.Fatal(err)
	}
	good := fmt.Sprintf("%d:%d:%d", os.Getpid(), n, st.Ino)
	if got := OpenRecords([]string{"X=1", Variable + "=" + good}); got == nil {
		t.Errorf("%s is nothing", good)
	} else {
		got.Close()
	}
	for _, v := range []string{"", "x", "1", "/etc/passwd", fmt.Sprintf("%d:%d:%d", os.Getpid(), n,
		st.Ino+1), fmt.Sprintf("%d:9999:%d", os.Getpid(), st.Ino), "999999999:1:1", "-1:-1:-1"} {
		if got := OpenRecords([]string{Variable + "=" + v}); got != nil {
			t.Errorf("%q is taken", v)
		}
	}
}
