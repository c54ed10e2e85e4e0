//go:build linux

package examples_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rehearsedPrograms stand for the programs of the examples, and for servers.
var rehearsedPrograms = map[string]string{
	"wget": `out= spider=
while [ $# -gt 0 ]; do
	case $1 in
	-O) out=$2; shift ;;
	-t) shift ;;
	--spider) spider=1 ;;
	-*) ;;
	*) url=$1 ;;
	esac
	shift
done
[ "$spider" ] || cat "$SERVED/${url#http://*/}" >"${out:-${url##*/}}"`,
	"curl": `printf 'one\ntwo\nthree\n'`,
	"sbatch": `for a; do case $a in --job-name=*) name=${a#*=} ;; esac; done
echo "$name" >>queue
wc -l <queue`,
	"squeue": `for a; do case $a in --name=*) name=${a#*=} ;; esac; done
grep -n "^$name$" queue | cut -d : -f 1
exit 0`,
	"greet": `echo "hello $1" >"greeted.$1"`,
}

// The examples survive every fault of a rehearsal.
func testRehearsal(t *testing.T, p place) {
	data, index := "a line\n", "data\n"
	sums := fmt.Sprintf("%x  data\n%x  index\n", sha256.Sum256([]byte(data)), sha256.Sum256([]byte(index)))
	for name, text := range map[string]string{"data": data, "index": index, "SHA256SUMS": sums} {
		p.file(t, "served/pool/"+name, text, 0o644)
	}
	for name, text := range rehearsedPrograms {
		p.file(t, "stub/"+name, "#!/bin/sh -e\n"+text+"\n", 0o755)
	}
	for name, text := range map[string]string{"from/sub/x": "x\n", "from/y": "y\n", "buffer/.keep": "",
		"work/.keep": "", "job": "work\n", "pid": fmt.Sprintln(os.Getpid())} {
		p.file(t, "here/"+name, text, 0o644)
	}
	env := []string{"SERVED=" + filepath.Join(p.dir, "served")}
	stubs := filepath.Join(p.dir, "stub")
	p.dir = filepath.Join(p.dir, "here")
	examples, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, stdin string }{
		{line: "mirrors.ftsh pool/data " + fmt.Sprintf("%x", sha256.Sum256([]byte(data))) + " a b"},
		{line: "archive.ftsh pool " + fmt.Sprintf("%x", sha256.Sum256([]byte(sums))) + " a b"},
		{line: "replicas.ftsh pool/data " + fmt.Sprintf("%x", sha256.Sum256([]byte(data))) + " a b"},
		{line: "fanout.ftsh greet", stdin: "a\nb\n"},
		{line: "submit.ftsh job"},
		{line: "durable.ftsh http://host/names work"},
		{line: "nightly.ftsh from to"},
		{line: "ethernet.ftsh job buffer"},
		{line: "together.ftsh http://host/page"},
		{line: "descriptors.ftsh pid cp job buffer"},
	} {
		words := strings.Fields(c.line)
		words[0] = filepath.Join(examples, words[0])
		r := p.start(t, c.stdin, env, "ftsh", append([]string{"--rehearse", "--copy", "--budget=60",
			"--stub", stubs}, words...)...)
		<-r.ended
		if r.cmd.ProcessState.ExitCode() != 0 {
			t.Errorf("%s:\n%s%s", c.line, r.stdout.String(), r.stderr.String())
		}
	}
}
