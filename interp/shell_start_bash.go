package interp

import (
	"os"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// callAtStart sets the options of the command line that are calls of set and shopt.
func callAtStart(fr *frame) {
	if fr.sh.prompt.hasEnv {
		return
	}
	for _, call := range fr.sh.opts.Standalone.Start.Calls {
		special, regular := builtinFor(fr, call[0])
		if special == nil {
			special = regular
		}
		special.Run((*host)(fr), call)
	}
}

// ownProfile returns the user's file for a login shell, "" for none. In the dialect of bash the
// first of bash's own files stands before ~/.profile.
func ownProfile(fr *frame) string {
	home := fr.env.vars.Value("HOME")
	if home == "" {
		return ""
	}
	if fr.env.opts.Has(option.Bash) {
		for _, name := range []string{"/.bash_profile", "/.bash_login"} {
			if f, err := os.Open(home + name); err == nil {
				f.Close()
				return home + name
			}
		}
	}
	return home + "/.profile"
}

// sourceBashEnv runs the file named by BASH_ENV, once, unless the shell has the rights of another
// user.
func sourceBashEnv(fr *frame) flow.Outcome {
	if fr.sh.prompt.hasEnv || os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return flow.Outcome{}
	}
	fr.sh.prompt.hasEnv = true
	path, err := startPath(fr, "BASH_ENV")
	if err != nil || path == "" {
		return flow.Outcome{}
	}
	if !strings.Contains(path, "/") {
		path = "./" + path // it is not searched in PATH
	}
	return sourceFile(fr, path)
}

// startPath returns the path that a variable gives, expanded like a here-document; "" for none.
func startPath(fr *frame, name string) (string, error) {
	text, ok := fr.env.vars.Lookup(name)
	if !ok || text == "" {
		return "", nil
	}
	w, err := syntax.Text(text, fr.env.parserOptions(name, 1))
	if err != nil {
		return "", err
	}
	return fr.sh.compiler(name).words.HereDoc(w).Text((*expander)(fr))
}

// startAsBash returns the files that an interactive shell with the name bash reads.
func startAsBash(fr *frame) (files []string) {
	for _, path := range []string{"/etc/bash.bashrc", fr.env.vars.Value("HOME") + "/.bashrc"} {
		if _, err := os.Stat(path); err == nil {
			files = append(files, path)
		}
	}
	return files
}
