//go:build linux

package repl_test

import (
	"bytes"
	"testing"
)

// While a block waits at a prompt, r and q are for it, and other keys are for the next line.
func TestKeysWhileABlockWaits(t *testing.T) {
	sh := built(t)
	const waiting = " (r: now, q: give up); "
	for name, test := range map[string]func(*testing.T, *terminal){
		"retry": func(t *testing.T, term *terminal) {
			term.keys("try 2 times every 1 h; echo at''tempt $FTSH_ATTEMPT; [ $FTSH_ATTEMPT = 2 ]; end; echo st=$?\r")
			term.expect("attempt 1\r\n", waiting)
			term.keys("r")
			term.expect("attempt 2\r\n", "st=0\r\n", "@ ")
			term.run("stty -a >modes; grep -c '^isig icanon iexten echo ' modes", "1\r\n")
		},
		"give up": func(t *testing.T, term *terminal) {
			term.keys("try for 1 day every 1 h; sh -c 'exit 7'; catch; echo $FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT; failure; end\r")
			term.expect(waiting)
			term.keys("q")
			term.expect("permanent 7 1\r\n", "@ ")
			term.run("echo st=$?", "st=7\r\n")
		},
		"a line that begins with a key": func(t *testing.T, term *terminal) {
			term.keys("rsync() { echo sync''ed $*; }\r")
			term.expect("@ ")
			term.keys("try 2 times every 1 h; echo at''tempt $FTSH_ATTEMPT; false; end\r")
			term.expect("attempt 1\r\n", waiting)
			term.keys("rsync --version\rq")
			term.expect("synced --version\r\n", "@ ")
			if bytes.Contains(term.out, []byte("attempt 2\r\n")) {
				t.Errorf("the r was taken for a key: %q", term.out)
			}
			term.prompt()
		},
		"a word that begins with a key": func(t *testing.T, term *terminal) {
			term.keys("try for 1 day every 1 h; false; end\r")
			term.expect(waiting)
			term.keys("quo''ta\rq")
			term.expect("quota: not found", "@ ")
			term.prompt()
		},
		"the record": func(t *testing.T, term *terminal) {
			term.keys("try for 1 day every 1 h; sh -c 'exit 7'; end\r")
			term.expect(waiting)
			term.keys("q")
			term.expect("try for 1 day failed (given up at the terminal) with status 7 after 1 attempt in ", "@ ")
		},
		"a line": func(t *testing.T, term *terminal) {
			term.keys("try 2 times every 1 h; false; end\r")
			term.expect(waiting)
			term.keys("echo quer''y\rq")
			term.expect("\r\nquery\r\n", "@ ")
			term.prompt()
		},
		"the middle of a line": func(t *testing.T, term *terminal) {
			term.keys("try 4 times every 2 s; echo at''tempt $FTSH_ATTEMPT; false; end\r")
			term.expect("attempt 1\r\n", waiting)
			term.keys("echo ")
			term.expect("attempt 2\r\n", "attempt 3 of 4 in 2 seconds; ")
			term.keys("rq''rq\rq")
			term.expect("\r\nrqrq\r\n", "@ ")
		},
		"typed before": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try 2 times every 1 s; echo go''es $FTSH_ATTEMPT; cat f; read x; echo \"got <$x>\"; failure; end\r")
			term.expect("goes 1\r\n")
			term.keys("quiet\r")
			term.expect("quiet\r\n")
			term.write("f", "")
			term.expect("got <quiet>\r\n", "goes 2\r\n")
			term.keys("right\r")
			term.expect("right\r\n")
			term.write("f", "")
			term.expect("got <right>\r\n", "@ ")
		},
		"a line typed before": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try 2 times every 1 h; echo go''es; cat f; false; end\r")
			term.expect("goes\r\n")
			term.keys("echo quer''y\r")
			term.expect("echo quer''y\r\n")
			term.write("f", "")
			term.expect(waiting)
			term.keys("q")
			term.expect("@ ", "\r\nquery\r\n", "@ ")
			term.prompt()
		},
		"the beginning of a line typed before": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try 2 times every 1 h; echo go''es; cat f; false; end\r")
			term.expect("goes\r\n")
			term.keys("echo rq")
			term.expect("echo rq")
			term.write("f", "")
			term.expect("attempt 2 of 2 in ")
			term.keys(ctrlC)
			term.expect("@ ", "echo rq")
			term.run("''qr", "\r\nrqqr\r\n")
			if bytes.Contains(term.out, []byte("give up")) {
				t.Errorf("keys were offered: %q", term.out)
			}
		},
		"given up before": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try for 1 day every 1 h; echo go''es; cat f; sh -c 'exit 7'; end\r")
			term.expect("goes\r\n")
			term.keys("q")
			term.expect("q")
			term.write("f", "")
			term.expect(waiting, "@ ")
			term.run("echo st=$?", "st=7\r\n")
		},
		"retried before": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try 2 times every 1 h; echo go''es $FTSH_ATTEMPT; cat f; [ $FTSH_ATTEMPT = 2 ]; end\r")
			term.expect("goes 1\r\n")
			term.keys("rr")
			term.expect("rr")
			term.write("f", "")
			term.expect(waiting, "goes 2\r\n")
			term.write("f", "")
			term.expect("@ ")
			term.run("echo st=$?", "st=0\r\n")
		},
		"typed before, for a read of the next attempt": func(t *testing.T, term *terminal) {
			term.fifo("f")
			term.keys("try 2 times every 2 s; echo go''es $FTSH_ATTEMPT; cat f; [ $FTSH_ATTEMPT = 2 ]; read x; read y; echo \"<$x> <$y>\"; end\r")
			term.expect("goes 1\r\n")
			term.keys("one\rtw")
			term.expect("one\r\ntw")
			term.write("f", "")
			term.expect("attempt 2 of 2 in ", "goes 2\r\n")
			term.keys("o\r")
			term.expect("o\r\n")
			term.write("f", "")
			term.expect("<one> <two>\r\n", "@ ")
			term.prompt()
		},
		"stopped": func(t *testing.T, term *terminal) {
			term.keys("try for 1 day every 1 h; false; end\r")
			term.expect(waiting)
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("stty -a >modes; grep -c '^isig icanon iexten echo ' modes", "1\r\n")
			term.run("bg; echo rq''rq", "rqrq\r\n")
			term.run("jobs", "Running")
			term.keys("fg\r")
			term.expect(waiting)
			term.keys("q")
			term.expect("@ ")
			term.run("echo st=$?", "st=1\r\n")
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

// No keys are read if the terminal cannot move its cursor, or without a prompt.
func TestNoKeys(t *testing.T) {
	sh := built(t)
	term := open(t, sh, []string{"TERM=dumb"})
	term.keys("echo rea''dy\r")
	term.expect("ready\r\n")
	term.fifo("f")
	term.keys("try 2 times every 1 s; echo go''es $FTSH_ATTEMPT; [ $FTSH_ATTEMPT = 2 ]; read x; echo \"got <$x>\"; end\r")
	term.expect("goes 1\r\n")
	term.keys("quiet\r")
	term.expect("quiet\r\n")
	term.expect("goes 2\r\n", "got <quiet>\r\n")
}
