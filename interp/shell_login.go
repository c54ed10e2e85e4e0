package interp

import (
	"errors"
	"io/fs"
	"os"

	"ftsh/internal/flow"
	"ftsh/internal/option"
)

// sourceStart runs the startup files: those of a login shell, then the one of an interactive shell,
// or in the dialect of bash of a shell that is not.
// An error in a file ends the file but not the shell; exit ends the shell.
func sourceStart(fr *frame) flow.Outcome {
	alone := fr.sh.opts.Standalone
	callAtStart(fr)
	if alone.Login && !alone.Start.NoProfile && !fr.sh.prompt.hasProfile {
		fr.sh.prompt.hasProfile = true
		if out := sourceFile(fr, "/etc/profile"); out.Divert == flow.Exit {
			return out
		}
		if profile := ownProfile(fr); profile != "" {
			if out := sourceFile(fr, profile); out.Divert == flow.Exit {
				return out
			}
		}
	}
	if fr.env.opts.Has(option.Bash) && !alone.Interactive {
		return sourceBashEnv(fr)
	}
	return sourceEnv(fr)
}

// sourceFile runs a startup file of a login shell, if it exists.
func sourceFile(fr *frame, path string) flow.Outcome {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return flow.Outcome{}
	}
	source := func() flow.Outcome { return (*host)(fr).Source(path) }
	if !fr.sh.opts.Standalone.Interactive {
		return source()
	}
	return runLine(fr, source)
}
