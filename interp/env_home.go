package interp

import (
	"os"
	"os/exec"
	"strings"
)

// homeOf returns a user's home directory. /etc/passwd is read first, because
// that costs no process; getent knows the other sources of users.
func homeOf(name string) (string, bool) {
	if data, err := os.ReadFile("/etc/passwd"); err == nil {
		for line := range strings.SplitSeq(string(data), "\n") {
			if home, ok := homeIn(line, name); ok {
				return home, true
			}
		}
	}
	out, err := exec.Command("getent", "passwd", "--", name).Output()
	if err != nil {
		return "", false
	}
	return homeIn(strings.TrimRight(string(out), "\n"), name)
}

// homeIn reads one line of the user database.
func homeIn(line, name string) (string, bool) {
	f := strings.Split(line, ":")
	if len(f) < 7 || f[0] != name {
		return "", false
	}
	return f[5], true
}
