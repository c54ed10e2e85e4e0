package interp

import (
	"errors"
	"io/fs"
	"os"

	"ftsh/internal/flow"
)

// sourceStart runs the files that a shell reads before anything else: those of a login shell, then
// that of an interactive one. An error in one of them ends that file, and not the shell; exit does.
func sourceStart(fr *frame) flow.Outcome {
	if fr.sh.opts.Login && !fr.sh.prompt.hasProfile {
		fr.sh.prompt.hasProfile = true
		if out := sourceFile(fr, "/etc/profile"); out.Divert == flow.Exit {
			return out
		}
		if home := fr.env.vars.Value("HOME"); home != "" {
			if out := sourceFile(fr, home+"/.profile"); out.Divert == flow.Exit {
				return out
			}
		}
	}
	return sourceEnv(fr)
}

// sourceFile runs a file of a login shell, if it is there.
func sourceFile(fr *frame, path string) flow.Outcome {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return flow.Outcome{}
	}
	source := func() flow.Outcome { return (*host)(fr).Source(path) }
	if !fr.sh.opts.Interactive {
		return source()
	}
	return runLine(fr, source)
}
