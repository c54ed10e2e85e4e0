package inject

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/known"
)

// nameOf returns the name of a command's program, looking through env, sudo and
// their like.
func nameOf(args []string) string {
	if name := known.ProgramOf(args); name != "" {
		return name
	}
	return filepath.Base(args[0])
}

// Ours reports whether a program is none of the script's: a wait, or a shell with faults of its
// own.
func Ours(args []string) bool {
	switch filepath.Base(args[0]) {
	case "sleep", "ftsh", "ftry", "true", "false":
		return true
	}
	return false
}

// Local reports whether a program waits for nothing outside of the machine: it does not hang.
func Local(args []string) bool {
	switch nameOf(args) {
	case "awk", "basename", "cat", "chmod", "chown", "cksum", "cmp", "comm", "cp", "cut", "date",
		"diff", "dirname", "du", "echo", "env", "expr", "find", "grep", "gzip", "gunzip", "head", "id",
		"install", "join", "ln", "ls", "md5sum", "mkdir", "mktemp", "mv", "od", "paste", "printf", "rm",
		"rmdir", "sed", "seq", "sha1sum", "sha256sum", "sha512sum", "sort", "split", "stat", "tac",
		"tail", "tar", "tee", "test", "touch", "tr", "uname", "uniq", "wc", "which", "xargs", "xz",
		"zcat", "df", "prlimit", "zstd", "bzip2", "egrep", "fgrep", "mkfifo", "readlink", "realpath",
		"sync", "truncate", "base64", "nproc", "hostname", "whoami", "kill", "ps":
		return true
	}
	return false
}

// Atomic reports whether a program does one thing, as a whole or not at all: nothing gets lost of it.
func Atomic(args []string) bool {
	switch nameOf(args) {
	case "mkdir", "rmdir", "ln", "mv", "rm", "chmod", "chown", "kill", "touch", "mktemp", "mkfifo",
		"test", "sync":
		return true
	}
	return false
}

// Plausible reports whether a fault can befall a command.
func Plausible(f Fault, args []string) bool {
	switch f {
	case Hang:
		return !Local(args)
	case Lost, Half, Disk:
		return !Atomic(args)
	case Perm:
		status, _ := failure(args, Perm)
		return status != 0
	}
	return true
}

// failure returns the status and message of a program under a fault: one that another attempt mends,
// or of Perm one that stays, by its table of known failures. Without a table it is the status for
// trouble in its manual, and of Perm 0.
func failure(args []string, f Fault) (status int, says string) {
	name, verdict := nameOf(args), known.Transient
	if f == Perm {
		verdict = known.Permanent
	}
	if t, err := known.Read(name, ""); err == nil && t != nil {
		for i := range t.Entries {
			if e := &t.Entries[i]; e.Verdict == verdict {
				if s, says, ok := example(t, e); ok {
					return s, says
				}
			}
		}
	}
	if f == Perm {
		return 0, ""
	}
	switch name {
	case "grep", "egrep", "fgrep", "diff", "cmp", "test", "sort", "ls":
		return 2, "" // 1 is an answer
	}
	return 1, ""
}

// Known reports whether the failure of a program under a fault is transient by its table.
func Known(args []string) bool {
	if len(args) == 0 {
		return false
	}
	status, says := failure(args, Fail)
	t, err := known.Read(nameOf(args), "")
	if err != nil || t == nil {
		return false
	}
	f, ok := t.Look(status, known.NewText(says), time.Now())
	return ok && f.Verdict == known.Transient
}

// example returns a status and a text of an entry of a table.
func example(t *known.Table, e *known.Entry) (status int, says string, ok bool) {
	if len(e.Patterns) > 0 {
		says = strings.NewReplacer("[0-9]", "0", "[0-9A-Z]", "", "*", "", "?", "-").Replace(e.Patterns[0])
	}
	for s := 1; s < 256; s++ {
		f, ok := t.Look(s, known.NewText(says), time.Now())
		if ok && f.Entry == e {
			return s, says, true
		}
	}
	return 0, "", false
}

// limitOf returns a command's own time limit, and its status after it.
func limitOf(args []string) (d time.Duration, status int, ok bool) {
	switch filepath.Base(args[0]) {
	case "timeout":
		for i := 1; i < len(args); i++ {
			switch a := args[i]; {
			case a == "-k" || a == "-s" || a == "--kill-after" || a == "--signal":
				i++
			case !strings.HasPrefix(a, "-"):
				d, ok = seconds(a)
				return d, 124, ok && d > 0
			}
		}
	case "curl":
		for i, a := range args {
			if (a == "-m" || a == "--max-time") && i+1 < len(args) {
				d, ok = seconds(args[i+1])
				return d, 28, ok
			}
		}
	}
	return 0, 0, false
}

// forEver is longer than a script waits.
const forEver = 10 * 365 * 24 * time.Hour

// naps returns how long a command only waits.
func naps(args []string) (total time.Duration, ok bool) {
	if filepath.Base(args[0]) != "sleep" || len(args) < 2 {
		return 0, false
	}
	for _, a := range args[1:] {
		d, ok := seconds(a)
		if a == "infinity" || a == "inf" {
			d, ok = forEver, true
		}
		if !ok {
			return 0, false
		}
		total += d
	}
	return total, true
}

// seconds reads a duration as sleep and timeout do.
func seconds(text string) (time.Duration, bool) {
	unit := time.Second
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 's':
			text = text[:n-1]
		case 'm':
			unit, text = time.Minute, text[:n-1]
		case 'h':
			unit, text = time.Hour, text[:n-1]
		case 'd':
			unit, text = 24*time.Hour, text[:n-1]
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f <= 1e6) { // NaN is neither
		return 0, false
	}
	return time.Duration(f * float64(unit)), true
}
