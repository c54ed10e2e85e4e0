package watchdog

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/proc"
)

// An errand is a command to run if the shell is killed.
type errand struct {
	number int
	argv   []string
}

// Errand registers a command, the path of a program and its arguments, to run if the shell is
// killed before done is called. It is for cleaning up on other machines. It must be called while
// blocks run; the watching process is launched at once if it does not run yet. The command gets the
// environment of the shell's process, and /dev/null as its standard input, output and error.
func (g *Guard) Errand(argv []string) (done func()) {
	if g.Launch == nil {
		return func() {}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.number++
	e := errand{g.number, argv}
	g.errands = append(g.errands, e)
	if g.pipe == nil {
		g.launch()
	} else {
		g.send(e.line())
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.errands = slices.DeleteFunc(g.errands, func(o errand) bool {
			return o.number == e.number
		})
		g.send("." + strconv.Itoa(e.number) + "\n")
	}
}

func (e errand) line() string {
	line := "!" + strconv.Itoa(e.number)
	for _, word := range e.argv {
		line += " " + strconv.Quote(word)
	}
	return line + "\n"
}

// parseErrand reads the text after the ! of a line.
func parseErrand(text string) (number string, argv []string) {
	number, text, _ = strings.Cut(text, " ")
	for text != "" {
		word, err := strconv.QuotedPrefix(text)
		if err != nil {
			return number, nil
		}
		text = strings.TrimPrefix(text[len(word):], " ")
		word, _ = strconv.Unquote(word)
		argv = append(argv, word)
	}
	return number, argv
}

// runErrand runs a command to its end.
func runErrand(argv []string) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil || len(argv) == 0 {
		return
	}
	defer null.Close()
	spec := &proc.Spec{Path: argv[0], Argv: argv, Env: os.Environ(), Dir: -1, Umask: -1, Group: -1,
		Tty: -1}
	for n := range 3 {
		spec.Files = append(spec.Files, proc.FileMap{Child: n, Parent: int(null.Fd())})
	}
	if p, err := proc.Start(spec); err == nil {
		_, _ = p.Wait(false)
	}
}
