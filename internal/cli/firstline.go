package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/standalone"
	"ftsh/internal/version"
)

// followFirstLine turns on the dialect of bash, with the options in the first line, if the script's
// first line names bash. The options of the command line come after those of the first line, and
// may override them. If the command line has chosen a dialect, the first line is a comment, as for
// bash itself.
func (inv *invocation) followFirstLine(script, text string, env []string) error {
	words, ok := bashism.FirstLine(text)
	if !ok || inv.dialect.posix || inv.dialect.plain || slices.Contains(inv.set, "bash") {
		return nil
	}
	options, err := firstLineOptions(words)
	if err != nil {
		return fmt.Errorf("%s: its first line: %w", script, err)
	}
	line := append([]string{inv.line.all[0], "-o", "bash"}, options...)
	again, err := parse(append(line, inv.line.all[1:]...), env)
	if err != nil {
		return err
	}
	*inv = *again
	return nil
}

// firstLineOptions returns the options among the words of a first line. They end at - or --, and at
// an operand: libraries name what they belong to there (#! bash part-of-this).
func firstLineOptions(words []string) ([]string, error) {
	inv := &invocation{}
	rest, err := inv.options(append([]string{"bash"}, words...))
	switch {
	case err != nil:
		return nil, err
	case inv.hasCommand, inv.stdin, inv.dialect.posix, inv.help, inv.version, inv.explain, inv.cronJob.on,
		inv.handover != 0:
		return nil, fmt.Errorf("expected options for a script, found %q", words[0])
	}
	words = words[:len(words)-len(rest)]
	if n := len(words); n > 0 && (words[n-1] == "-" || words[n-1] == "--") {
		words = words[:n-1] // the options of the command line follow
	}
	return words, nil
}

// isBash reports whether the program was started by the name bash.
func isBash(name string) bool { return filepath.Base(strings.TrimPrefix(name, "-")) == "bash" }

// asBash returns the path of the program if it was started by the name bash and is found by it,
// else "".
func asBash(name string) string {
	if !isBash(name) {
		return ""
	}
	name = strings.TrimPrefix(name, "-")
	if !strings.Contains(name, "/") {
		found, ok := inPath(name)
		if !ok {
			return ""
		}
		name = found
	}
	path, _ := filepath.Abs(name)
	return path
}

// versionLine is the answer to --version. Under the name bash it begins like that of bash, which
// scripts read.
func versionLine(name string) string {
	own := version.Of("ftsh")
	if !isBash(name) {
		return own
	}
	return "GNU bash, version " + standalone.BashVersion + " (the dialect of " + own + ")"
}
