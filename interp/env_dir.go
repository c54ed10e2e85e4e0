package interp

// Dir is the descriptor that relative paths start from, -1 for the process's own.
func (e *environment) Dir() int { return e.attrs.dir() }

// A start is the directory of a block's start, to come back to.
type start struct {
	saved savedDir
	vars  [2]string // PWD and OLDPWD
}

// here is where the environment is.
func (e *environment) here() start {
	pwd, _ := e.vars.Get(e.sh.blocks.refs.pwd)
	old, _ := e.vars.Get(e.sh.blocks.refs.oldPwd)
	return start{e.attrs.mark(e.pwd), [2]string{pwd, old}}
}

// at reports whether the environment is there.
func (e *environment) at(s start) bool {
	old, _ := e.vars.Get(e.sh.blocks.refs.oldPwd)
	return e.pwd == s.saved.pwd && e.attrs.at(s.saved) && old == s.vars[1]
}

// returnTo goes back, with PWD and OLDPWD. It fails when the directory is gone.
func (e *environment) returnTo(s start) error {
	if e.at(s) {
		return nil
	}
	if err := e.attrs.back(s.saved); err != nil {
		return err
	}
	e.pwd = s.saved.pwd
	e.putBack("PWD", s.vars[0])
	e.putBack("OLDPWD", s.vars[1])
	return nil
}

// putBack gives a variable its old value; one that had none loses it.
func (e *environment) putBack(name, value string) {
	if value == "" {
		_ = e.vars.Unset(e.sh.names.Ref(name))
		return
	}
	_ = e.vars.Assign(name, value)
}
