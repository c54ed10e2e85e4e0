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

// followFirstLine obeys the script's first line. If it names bash, it turns on the dialect of bash,
// with the options in it, unless the command line has chosen a dialect: then it is a comment, as for
// bash itself. If it runs ftsh, its options hold as if the system had started the script by it,
// unless this program stands in for another shell, by its name. The options of the command line
// come after those of the first line, and may override them.
func (inv *invocation) followFirstLine(script, text string, env []string) error {
	first := bashism.FirstLine(text)
	program := inv.line.all[:1]
	switch {
	case first.Program == "bash" && !inv.dialect.posix && !inv.dialect.plain &&
		!slices.Contains(inv.set, "bash"):
		program = append(slices.Clip(program), "-o", "bash")
	case first.Program == "ftsh" && first.Rest != "" && !isNamed(program[0], "bash") &&
		!isNamed(program[0], "sh"):
	default:
		return nil
	}
	options, err := firstLineOptions(first)
	if err != nil {
		return fmt.Errorf("%s: its first line: %w", script, err)
	}
	again, err := parse(append(append(slices.Clip(program), options...), inv.line.all[1:]...), env)
	if err != nil {
		return fmt.Errorf("%s: with its first line: %w", script, err)
	}
	*inv = *again
	inv.cronJob.on = inv.cronJob.on && !inv.line.cronJob // it is running
	return nil
}

// firstLineOptions returns the options in a first line. They end at - or --, and at an operand:
// libraries name what they belong to there (#! bash part-of-this).
func firstLineOptions(first bashism.Line) ([]string, error) {
	words, err := firstLineWords(first)
	if err != nil {
		return nil, err
	}
	inv := &invocation{}
	rest, err := inv.options(append([]string{"bash"}, words...))
	switch {
	case err != nil:
		return nil, err
	case inv.hasCommand, inv.stdin, inv.help, inv.version, inv.explain, inv.handover != 0,
		inv.line.cronJob, first.Program == "bash" && (inv.cronJob.on || inv.dialect.posix):
		return nil, fmt.Errorf("expected options for a script, found %q", words[0])
	}
	words = words[:len(words)-len(rest)]
	if n := len(words); n > 0 && (words[n-1] == "-" || words[n-1] == "--") {
		words = words[:n-1] // the options of the command line follow
	}
	return words, nil
}

// firstLineWords divides a first line as the system and env do for ftsh: without env there is one
// argument, and with it quotes hold words together. That of bash has words without quotes.
func firstLineWords(first bashism.Line) ([]string, error) {
	switch {
	case first.Rest == "":
		return nil, nil
	case first.Program != "bash" && !first.Env:
		return []string{first.Rest}, nil
	case first.Program == "bash" || !strings.ContainsAny(first.Rest, `'"\$#`):
		return strings.Fields(first.Rest), nil
	}
	return envWords(first.Rest)
}

// envWords divides text at its blanks, as env -S does. Its escapes, and variables, are not known.
func envWords(text string) (words []string, err error) {
	for text != "" {
		word := ""
		for text != "" && !strings.ContainsRune(" \t", rune(text[0])) {
			switch c := text[0]; c {
			case '\'', '"':
				inside, after, ok := strings.Cut(text[1:], string(rune(c)))
				if !ok || c == '"' && strings.ContainsAny(inside, `\$`) {
					return nil, fmt.Errorf("expected words in whole quotes, found %s", text)
				}
				word, text = word+inside, after
			case '\\', '$':
				return nil, fmt.Errorf("escapes and variables of env: give the option on the command "+
					"line, or start the script by its name: %s", text)
			default:
				word, text = word+text[:1], text[1:]
			}
		}
		if strings.HasPrefix(word, "#") {
			return words, nil
		}
		words, text = append(words, word), strings.TrimLeft(text, " \t")
	}
	return words, nil
}

// isBash reports whether the program was started by the name bash.
func isBash(name string) bool { return isNamed(name, "bash") }

func isNamed(path, name string) bool { return filepath.Base(strings.TrimPrefix(path, "-")) == name }

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
