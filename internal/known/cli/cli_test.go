package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKnown(t *testing.T) {
	dir := t.TempDir()
	own := "# mine\npermanent 3 '*no such thing*'   there is no such thing\n"
	if err := os.WriteFile(filepath.Join(dir, "prog"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad"), []byte("permanent\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	getenv := func(name string) string {
		if name == "FTSH_KNOWN_DIR" {
			return dir
		}
		return ""
	}
	for _, c := range []struct {
		args      string
		status    int
		out, errs string
	}{
		{"", 0, "apt-get\naws\nbad\ncondor_q\ncondor_submit\ncurl\ndocker\ngcloud\ngit\npodman\nprog\n" +
			"qsub\nrestic\nrsync\nsbatch\nscancel\nscp\nsqueue\nssh\nwget\n", ""},
		{"condor_q /usr/bin/prog", 0, "# condor_q\nsource https://github.com/htcondor/htcondor/blob/HEAD/" +
			"src/condor_q.V6/queue.cpp\npermanent 1 '*unrecognized argument*' '*Parse error in " +
			"constraint expression*'  the command line is wrong\ntransient 1 '*Failed to fetch ads " +
			"from*'  the schedd does not answer\nsource https://github.com/htcondor/htcondor/blob/HEAD/" +
			"src/condor_daemon_client/daemon.cpp\ntransient 1 'Error: *an?t find address for *'  the " +
			"schedd does not answer\n# prog\nsource DIR/prog\n" +
			"permanent 3 '*no such thing*'  there is no such thing\n", ""},
		{"nosuch", 1, "", "ftsh-state known: nosuch: nothing is known of it\n"},
		{"bad", 1, "", "ftsh-state known: DIR/bad:1:10: expected exit statuses, or a pattern such as " +
			"'*nvalid partition*', found the end of the line\n"},
		{"--help", 0, usage, ""},
		{"--nosuch", 2, "", "ftsh-state known: unknown option --nosuch\n" + usage},
	} {
		var out, errs bytes.Buffer
		status := Main(strings.Fields(c.args), getenv, &out, &errs)
		o, e := strings.ReplaceAll(out.String(), dir, "DIR"), strings.ReplaceAll(errs.String(), dir, "DIR")
		if status != c.status || o != c.out || e != c.errs {
			t.Errorf("%q: status %d, output %q, errors %q", c.args, status, o, e)
		}
	}
}
