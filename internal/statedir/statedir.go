// Package statedir says where the shell's state lies, who may own it, and how its directories are
// made.
//
// State kept across reboots (journals, counts of failing cron jobs) lies in one directory, Lasting.
// State of one boot (slots of `through`) lies in another, UntilReboot. FTSH_STATE_DIR moves both. A
// directory is made for its owner alone. Lasting state is trusted only in a directory owned by its
// user and not writable by anybody else (PrivateDir).
//
//	dir, err := statedir.Lasting(os.Getenv, os.Geteuid() == 0, pwd)
//
// docs/reference/files.md has the table for users. Opening and locking files is the job of package
// lockfile.
package statedir

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
)

// Variable names the directory of all state.
const Variable = "FTSH_STATE_DIR"

// Counts is the directory with the counts of failing cron jobs, within the directory of lasting
// state.
const Counts = "cron"

// Lasting returns the directory of state kept across reboots: $FTSH_STATE_DIR, relative to the
// working directory pwd; else /var/lib/ftsh for root, and $XDG_STATE_HOME/ftsh or
// ~/.local/state/ftsh for others. An FTSH_STATE_DIR that others own or may write to, such as a
// group's, holds slots only. value returns a variable's value, "" if it has none.
func Lasting(value func(string) string, root bool, pwd string) (string, error) {
	if dir := value(Variable); dir != "" {
		if dir = At(dir, pwd); PrivateDir(dir) == nil {
			return dir, nil
		}
	}
	if root {
		return "/var/lib/ftsh", nil
	}
	if dir := OfUser(value, "XDG_STATE_HOME", ".local/state"); dir != "" {
		return dir, nil
	}
	return "", errors.New("no directory for state: neither FTSH_STATE_DIR nor HOME is set")
}

// OfUser returns the user's directory of ftsh for one kind of files: below the directory named by a
// variable of the XDG Base Directory Specification, else below a directory in HOME. It returns "" if
// neither variable is an absolute path.
func OfUser(value func(string) string, variable, inHome string) string {
	if dir := value(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ftsh")
	}
	if home := value("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, inHome, "ftsh")
	}
	return ""
}

// UntilReboot returns the directory of the state of one boot. own reports whether it is the user's
// default. setting is the value of FTSH_STATE_DIR. Without it the directory is /run/ftsh for root,
// and /tmp/ftsh-UID for others.
func UntilReboot(setting string, uid int) (path string, own bool) {
	switch {
	case setting != "":
		return setting, false
	case uid == 0:
		return "/run/ftsh", true
	}
	return "/tmp/ftsh-" + strconv.Itoa(uid), true
}

// At returns the path of a directory named by a variable, relative to pwd.
func At(dir, pwd string) string {
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(pwd, dir)
}

// bootIDLen is the length of the kernel's boot ID, a UUID.
const bootIDLen = 36

// SlotFile returns the name of a slot's file. Each boot has its own.
func SlotFile(encoded, boot string) string { return encoded + "@" + boot }

// Reserved reports whether a file in the directory of lasting state is not a journal: it is Counts,
// or a slot's file, because FTSH_STATE_DIR is one directory for all.
func Reserved(name string) bool {
	i := strings.LastIndexByte(name, '@')
	return name == Counts || i > 0 && len(name)-i-1 == bootIDLen &&
		strings.Count(name[i:], "-") == 4
}
