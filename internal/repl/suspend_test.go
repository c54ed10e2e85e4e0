//go:build linux

package repl_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

// stop presses Ctrl-Z and waits for the notice of the job.
func (term *terminal) stop(n int, text string) {
	term.t.Helper()
	term.keys(ctrlZ)
	term.expect("["+strconv.Itoa(n)+"] + Stopped                    "+text+"\r\n", "@ ")
}

// awaitGoingOn waits until no process of the shell is stopped. The SIGCONT with which fg continues
// a job cancels a stop signal sent just before.
func (term *terminal) awaitGoingOn() {
	term.t.Helper()
	term.await("all go on", func() bool {
		return !slices.ContainsFunc(processes(term.cmd.Process.Pid), func(p process) bool {
			return p.state == "T"
		})
	})
}

// write writes a line into a fifo read by a job.
func (term *terminal) write(name, line string) {
	term.t.Helper()
	var f *os.File
	term.await("a reader of "+name, func() (ok bool) {
		var err error
		f, err = os.OpenFile(filepath.Join(term.home, name), os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil && !errors.Is(err, syscall.ENXIO) {
			term.t.Fatal(err)
		}
		return err == nil
	})
	defer f.Close()
	if _, err := f.WriteString(line); err != nil {
		term.t.Fatal(err)
	}
}

// fifo makes a fifo.
func (term *terminal) fifo(name string) {
	term.t.Helper()
	if err := syscall.Mkfifo(filepath.Join(term.home, name), 0o600); err != nil {
		term.t.Fatal(err)
	}
}

// A command line is one job, whatever it is: it stops as a whole, and the rest of it continues in
// an environment of its own.
func TestCommandsAreOneJob(t *testing.T) {
	sh := built(t)
	// Each reads a line of the fifo f with a program; the commands after it must show the line and
	// x.
	for name, c := range map[string]struct{ text, st string }{
		"list":               {`x=in; cat f; x="<$x>"; echo o''ut "$x"`, "0"},
		"and-or list":        {`x=in && cat f && echo o''ut "<$x>"`, "0"},
		"group":              {`{ x=in; cat f; echo o''ut "<$x>"; }`, "0"},
		"loop":               {`for i in 1; do x=in; cat f; echo o''ut "<$x>"; done`, "0"},
		"try":                {`try 2 times; x=in; cat f; echo o''ut "<$x>"; end`, "0"},
		"forany":             {`forany k in a; x=in; cat f; echo o''ut "<$x>"; end`, "0"},
		"failing":            {`try; x=in; cat f; echo o''ut "<$x>"; sh -c 'exit 7'; end`, "7"},
		"case":               {`case x in x) x=in; cat f; echo o''ut "<$x>"; esac`, "0"},
		"if":                 {`if x=in; cat f; then echo o''ut "<$x>"; fi`, "0"},
		"eval":               {`eval 'x=in; cat f; echo o""ut "<$x>"'`, "0"},
		"pipeline":           {`x=in; cat f | { cat; echo o''ut "<$x>"; }; :`, "0"},
		"subshell":           {`x=in; (cat f; echo o''ut "<$x>"); :`, "0"},
		"hedge":              {`forany k hedge 1h in a; x=in; cat f; echo o''ut "<$x>"; end`, "0"},
		"forall":             {`x=in; forall k in 1; cat f; echo o''ut "<$x>"; end`, "0"},
		"substitution":       {`x=in; y=$(cat f); echo "$y"; echo o''ut "<$x>"`, "0"},
		"negated":            {`! { x=in; cat f; echo o''ut "<$x>"; false; }`, "0"},
		"trap of a subshell": {`x=in; (trap : USR1; cat f; echo o''ut "<$x>"); :`, "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := open(t, sh, nil)
			term.prompt()
			term.fifo("f")
			term.keys(c.text + "\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.stop(1, c.text)
			term.run("echo st=$?", "st=148\r\n")
			term.run("jobs", "[1] + Stopped                    "+c.text+"\r\n")
			term.run(`x=prompt; cd /; set -- changed; echo o''k`, "ok\r\n")
			term.keys("fg\r")
			term.expect(c.text + "\r\n")
			term.write("f", "li''ne\n")
			term.expect("li''ne\r\n", "out <in>\r\n", "@ ")
			term.run(`echo "st=$? <$x> $PWD $*"`, "st="+c.st+" <prompt> / changed\r\n")
			term.run("jobs; echo no''ne", "\nnone\r\n")
		})
	}
}

func TestSuspend(t *testing.T) {
	sh := built(t)
	for name, test := range map[string]func(*testing.T, *terminal){
		"the environment as it was": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.run(`f() { local v=in w; set -- lo''cal; x=1; cat f; echo "v=$v $1 <$y>"; }; y=old; v=out; echo o''k`, "ok\r\n")
			term.keys("y=tmp f arg\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.stop(1, "y=tmp f arg")
			term.run(`echo "$v-$w-$#-$x-$y"`, "out--0-1-old\r\n")
			term.run(`bg; v=9`, "y=tmp f arg\r\n")
			term.write("f", "")
			term.expect("v=in local <tmp>\r\n")
			term.run("wait; jobs; echo no''ne", "none\r\n")
		},
		"redirections end": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys(`exec 3>three; { cat f; echo in''side; echo 3 >&3; } >log 2>&1` + "\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("echo sc''reen; echo pr''ompt >&3", "screen\r\n")
			term.run("exec 3>&-; bg", "[1] ")
			term.write("f", "")
			term.run("wait %1; cat log three; echo st=$?", "inside\r\nprompt\r\n3\r\nst=0\r\n")
		},
		// Both blocks begin in a frame that has a finished block to reuse.
		"a block of the prompt while one is stopped": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.run("try; :; end; echo o''k", "ok\r\n")
			text := `try for 1 hour; cat f; echo "in"'side' "$FTSH_ATTEMPT"; end`
			term.keys(text + "\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.stop(1, text)
			term.keys(`try 2 times every 1ms; echo "at"'tempt' "$FTSH_ATTEMPT"; false; end` + "\r")
			term.expect("attempt 1\r\n", "attempt 2\r\n",
				"ftsh:1 try 2 times: all 2 attempts failed with status 1", "@ ")
			term.keys("fg\r")
			term.expect(text + "\r\n")
			term.write("f", "li''ne\n")
			term.expect("li''ne\r\n", "inside 1\r\n", "@ ")
			term.run("echo st=$? $FTSH_ATTEMPTS", "st=0 2\r\n")
		},
		"a loop of builtins": func(t *testing.T, term *terminal) {
			const text = "i=1; echo go''es; while :; do i=1; done"
			term.keys(text + "\r")
			term.expect("goes\r\n")
			term.stop(1, text)
			term.run("echo $i; i=5", "1\r\n")
			term.keys("fg\r")
			term.expect("done\r\n")
			term.awaitGoingOn()
			term.stop(1, text)
			term.run("kill %1; wait %1; echo st=$? $i", "st=143 5\r\n")
		},
		"while programs are being started": func(t *testing.T, term *terminal) {
			const text = "echo go''es; while :; do /bin/true; done"
			term.keys(text + "\r")
			term.expect("goes\r\n")
			term.stop(1, text)
			for range 15 {
				term.keys("fg\r")
				term.expect("true; done\r\n")
				term.awaitGoingOn()
				term.stop(1, text)
			}
			term.run("kill %1; wait %1; echo st=$?", "st=143\r\n")
		},
		"between attempts": func(t *testing.T, term *terminal) {
			const text = "try for 1 hour every 30 m; echo at''tempt; false; end"
			term.keys(text + "\r")
			term.expect("attempt\r\n", "attempt 2 in")
			term.stop(1, text)
			term.run(`echo "<$FTSH_ATTEMPT$FTSH_TREE>"`, "<>\r\n")
			term.keys("fg\r")
			term.expect("end\r\n", "attempt 2 in")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?; jobs", "st=130\r\n")
		},
		"deadlines count on": func(t *testing.T, term *terminal) {
			const text = "try for 1 s; sleep 1000; end"
			term.keys(text + "\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.await("the end of sleep", func() bool { return len(term.named("sleep")) == 0 })
			term.keys("fg\r")
			term.expect(text+"\r\n", "@ ")
			term.run("echo st=$?", "st=124\r\n")
		},
		"kill ends the tree": func(t *testing.T, term *terminal) {
			term.keys("forall k in a b; sleep 1000; end\r")
			term.await("both", func() bool { return len(term.named("sleep")) == 2 })
			term.stop(1, "forall k in a b; sleep 1000; end")
			term.run("kill %1; wait %1; echo st=$?", "st=143\r\n")
			term.await("the end of both", func() bool { return len(term.named("sleep")) == 0 })
		},
		"read": func(t *testing.T, term *terminal) {
			const text = `echo go''es; while read l; do echo go''t "$l"; done`
			term.keys(text + "\r")
			term.expect("goes\r\n")
			term.keys("one\r")
			term.expect("got one\r\n")
			term.stop(1, text)
			term.run("echo pro''mpt", "prompt\r\n")
			term.keys("fg\r")
			term.expect(text + "\r\n")
			term.keys("two\r")
			term.expect("got two\r\n")
			term.stop(1, text)
			term.run("bg", "[1] ")
			term.await("a stop", func() bool {
				return slices.ContainsFunc(processes(term.cmd.Process.Pid), func(p process) bool {
					return p.state == "T"
				})
			})
			term.run("jobs", "[1] + Stopped (SIGTTIN)")
			term.run("kill %1; wait %1; echo st=$?", "st=143\r\n")
		},
		"a program that stops itself": func(t *testing.T, term *terminal) {
			const text = "sh -c 'kill -STOP $$; echo go''es'; echo af''ter"
			term.keys(text + "\r")
			term.expect("[1] + Stopped", "@ ")
			term.keys("fg\r")
			term.expect("goes\r\n", "after\r\n", "@ ")
		},
		"wait": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("cat f & echo go''es; wait; echo wa''ited\r")
			term.expect("goes\r\n")
			term.keys(ctrlZ)
			term.expect("[2] + Stopped", "@ ")
			term.keys("fg\r")
			term.expect("wa''ited\r\n")
			term.write("f", "line\n")
			term.expect("line\r\n", "waited\r\n", "@ ")
		},
		"fg in a list": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("cat f >/dev/null; echo go''es on; while :; do :; done\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.keys("fg; echo af''ter $?\r")
			term.expect(":; done\r\n")
			term.write("f", "line\n")
			term.expect("goes on\r\n") // the job runs, not the shell's part of it
			term.keys(ctrlZ)
			term.expect("after 148\r\n", "@ ")
			term.run("kill %1; wait; echo o''k", "ok\r\n")
		},
		"exit with a job that runs": func(t *testing.T, term *terminal) {
			term.keys("for i in 1 2; do sleep 1000; done\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("bg", "[1] ")
			term.run("exit", "there are running jobs that end with the shell\r\n")
			pid := term.named("sleep")[0].pid
			term.keys("exit\r")
			term.exited(0)
			term.await("the end of sleep", func() bool { return syscall.Kill(pid, 0) != nil })
		},
		"a read that is left in the middle": func(t *testing.T, term *terminal) {
			term.keys("try 2 times; echo go''es; read x; echo \"got <$x>\"; end\r")
			term.expect("goes\r\n")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.keys("fg\r")
			term.expect("end\r\n")
			term.keys("li''ne\r")
			term.expect("got <li''ne>\r\n", "@ ")
		},
		"the directory of a block's start": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.run("mkdir d; echo o''k", "ok\r\n")
			term.keys("try 2 times every 0 s; cat f; cd d; pwd | sed 's,.*/,in:,'; [ $FTSH_ATTEMPT = 2 ]; end\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("cd /; umask 077; bg; pwd", "\r\n/\r\n")
			term.write("f", "")
			term.expect("in:d\r\n")
			term.write("f", "")
			term.expect("in:d\r\n")
			term.run("wait %1; echo st=$? $PWD", "st=0 /\r\n")
		},
		"exit": func(t *testing.T, term *terminal) {
			term.keys("for i in 1 2; do sleep 1000; done\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("exit", "there are stopped jobs\r\n")
			pid := term.named("sleep")[0].pid
			term.keys("exit 5\r")
			term.exited(5)
			term.await("the end of sleep", func() bool { return syscall.Kill(pid, 0) != nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := open(t, sh, nil)
			term.prompt()
			test(t, term)
		})
	}
}
