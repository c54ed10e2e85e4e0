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

// identity distinguishes jobs: the name of the lock, else the path of the script, else its text.
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

// title returns the identity for people.
func (j *Job) title() string {
	switch {
	case j.Lock != "":
		return j.Lock
	case j.Script != "":
		return j.Script
	}
	return quote.BriefSource(j.Command)
}

// ScriptPath returns the absolute path of a script named on a command line. If the working
// directory has no such file, the script is searched in PATH.
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

// absolute returns the absolute path, or path itself if the working directory is unknown.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// hash returns a number for texts, the same in every run. It is FNV-1a with the finish of
// MurmurHash3, so that texts differing only in their last byte are far apart.
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

// machine distinguishes machines: by name, and by machine ID if there is one. Copies of a machine
// share only one of them.
func machine() (string, string) {
	name, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id")
	return name, string(id)
}

// splay returns the waiting time of a job: for a machine and a job always the same part of within.
func splay(within time.Duration, identity, host, id string) time.Duration {
	d, _ := bits.Mul64(hash(host, id, identity), uint64(within))
	return time.Duration(d)
}

// fileName returns a file name for a job: the readable part of its identity, and a hash.
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
