package cron

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ftsh/internal/quote"
)

// identity is what tells a job from others: the name of its lock, or else the path of its script,
// or else its text.
func (j *Job) identity() string {
	switch {
	case strings.Contains(j.Lock, "/"):
		return "lock " + absolute(j.Lock)
	case j.Lock != "":
		return "lock " + j.Lock
	case j.Script != "":
		return "script " + j.Script
	}
	return "command " + j.Command
}

// title is the identity as people read it.
func (j *Job) title() string {
	switch {
	case j.Lock != "":
		return j.Lock
	case j.Script != "":
		return j.Script
	}
	return quote.BriefSource(j.Command)
}

// ScriptPath is the path that stands for a script as a command line names it: absolute, and that of
// the file found in PATH where there is none in the working directory.
func ScriptPath(name, path string) string {
	if _, err := os.Stat(name); err != nil && !strings.Contains(name, "/") {
		for _, dir := range filepath.SplitList(path) {
			p := filepath.Join(dir, name)
			if st, err := os.Stat(p); err == nil && st.Mode().IsRegular() {
				name = p
				break
			}
		}
	}
	return absolute(name)
}

// absolute is a path from the root, or as it is where nobody knows the working directory.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// hash is a number for texts, the same in every run: FNV-1a, finished as in MurmurHash3 so that texts
// that differ in their last byte only are far apart.
func hash(texts ...string) uint64 {
	f := fnv.New64a()
	for _, t := range texts {
		_, _ = f.Write(append([]byte(t), 0))
	}
	h := f.Sum64()
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// machine is what tells this machine from others: its name, and its id where it has one. Machines
// that are copies of each other have one of them in common.
func machine() (string, string) {
	name, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id")
	return name, string(id)
}

// splay is how long a job waits: for a machine and a job always the same part of within.
func splay(within time.Duration, identity, host, id string) time.Duration {
	d, _ := bits.Mul64(hash(host, id, identity), uint64(within))
	return time.Duration(d)
}

// fileName is a name for files of a job: what one can read of its identity, and a number.
func fileName(identity string) string {
	_, name, _ := strings.Cut(identity, " ")
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || r == '.' || isName("_"+string(r))) {
			return r
		}
		return '-'
	}, filepath.Base(name))
	return fmt.Sprintf("%.40s.%016x", strings.TrimLeft(name, "."), hash(identity))
}
