package interp

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"syscall"

	"ftsh/internal/fd"
)

// A directory is a working directory that is not the process's: of a subshell
// that changed it, or of a shell that does not own its process. nil stands for
// the process's own.
type directory struct{ *fd.File }

func openDirectory(at int, path string) (*directory, error) {
	f, err := fd.OpenDir(dirOrCwd(at), path)
	if err != nil {
		return nil, err
	}
	return &directory{f}, nil
}

func (d *directory) fd() int {
	if d == nil {
		return -1
	}
	n, err := d.Fd()
	if err != nil {
		return -1
	}
	return n
}

func (d *directory) retain() *directory {
	if d != nil {
		d.Retain()
	}
	return d
}

func (d *directory) release() {
	if d != nil {
		d.Release()
	}
}

// Getwd returns the logical working directory.
func (fr *frame) Getwd() string { return fr.pwd }

// Chdir changes the working directory of this environment to an absolute path.
func (fr *frame) Chdir(to string) error {
	if fr.sh.opts.OwnProcess && !fr.subshell {
		if err := syscall.Chdir(to); err != nil {
			return err
		}
		fr.dir.release()
		fr.dir = nil
	} else {
		d, err := openDirectory(fr.Dir(), to)
		if err != nil {
			return err
		}
		if err := fd.Access(d.fd(), ".", fd.MayExecute); err != nil {
			d.release()
			return err
		}
		fr.dir.release()
		fr.dir = d
	}
	fr.pwd = to
	return nil
}

// PhysicalWd is the working directory without symbolic links.
func (fr *frame) PhysicalWd() (string, error) {
	if fr.dir == nil {
		return fd.Getwd()
	}
	return fr.dir.DirPath()
}

// NameWd gives the working directory another name.
func (fr *frame) NameWd(path string) { fr.pwd = path }

// startDirectory finds the logical working directory at start: PWD where it
// names the directory (XCU 2.5.3), else the physical one.
func startDirectory(pwd string) string {
	if path.IsAbs(pwd) && !strings.Contains(pwd+"/", "/./") && !strings.Contains(pwd+"/", "/../") {
		a, errA := fd.Stat(fd.AtCwd, pwd, true)
		b, errB := fd.Stat(fd.AtCwd, ".", true)
		if errA == nil && errB == nil && a.Dev == b.Dev && a.Ino == b.Ino {
			return pwd
		}
	}
	wd, err := fd.Getwd()
	if err != nil {
		return ""
	}
	return wd
}

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

// startOf is the directory of a block's start, to come back to.
type startOf struct {
	dir  *directory
	path string
}

// returnTo goes back to the directory of a block's start, with PWD and OLDPWD.
// It fails when the directory is gone.
func (fr *frame) returnTo(b *blockState) error {
	if fr.sh.opts.OwnProcess && !fr.subshell {
		if err := syscall.Chdir(b.start.path); err != nil {
			return &os.PathError{Op: "cd", Path: b.start.path, Err: err}
		}
	} else {
		fr.dir.release()
		fr.dir = b.start.dir.retain()
	}
	fr.pwd = b.start.path
	fr.putBack("PWD", b.pwd[0])
	fr.putBack("OLDPWD", b.pwd[1])
	return nil
}

// putBack gives a variable its old value; one that had none loses it.
func (fr *frame) putBack(name, value string) {
	if value == "" {
		_ = fr.vars.Unset(fr.sh.names.Ref(name))
		return
	}
	_ = fr.vars.Assign(name, value)
}
