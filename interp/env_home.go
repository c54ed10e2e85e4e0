package interp

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// homeOf returns a user's home directory. It reads /etc/passwd first, without starting a process.
// For other sources of users it runs getent(1).
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

// homeIn returns the home directory in a line of the user database, if the line is for name.
func homeIn(line, name string) (string, bool) {
	f := strings.Split(line, ":")
	if len(f) < 7 || f[0] != name {
		return "", false
	}
	return f[5], true
}

// ownHome returns the home directory of the shell's user, which ~ is in bash without HOME.
func ownHome() (string, bool) {
	f, ok := userWithID(os.Getuid())
	if !ok {
		return "", false
	}
	return f[5], true
}

// loginShell returns the shell of the shell's user in /etc/passwd.
func loginShell() string {
	if f, ok := userWithID(os.Getuid()); ok && f[6] != "" {
		return f[6]
	}
	return "/bin/sh"
}

// userWithID returns the fields of a user's line in /etc/passwd: the first is the name, the sixth
// the home directory, the seventh the shell.
func userWithID(uid int) (fields []string, ok bool) {
	data, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return nil, false
	}
	id := strconv.Itoa(uid)
	for line := range strings.SplitSeq(string(data), "\n") {
		if f := strings.Split(line, ":"); len(f) > 6 && f[2] == id {
			return f, true
		}
	}
	return nil, false
}
