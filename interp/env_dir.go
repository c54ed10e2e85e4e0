package interp

import "ftsh/internal/shellenv"

// Dir returns the descriptor for relative paths, -1 for the process's working directory.
func (e *environment) Dir() int { return e.attrs.Dir() }

// A start is the directory at the start of a block, to return to.
type start struct {
	saved shellenv.SavedDir
	vars  [2]string // PWD and OLDPWD
}

// here returns the environment's current directory.
func (e *environment) here() start {
	pwd, _ := e.vars.Get(e.sh.blocks.refs.pwd)
	old, _ := e.vars.Get(e.sh.blocks.refs.oldPwd)
	return start{e.attrs.Mark(e.pwd), [2]string{pwd, old}}
}

// at reports whether the environment is in s, with the same OLDPWD.
func (e *environment) at(s start) bool {
	old, _ := e.vars.Get(e.sh.blocks.refs.oldPwd)
	return e.pwd == s.saved.Pwd && e.attrs.In(s.saved) && old == s.vars[1]
}

// returnTo returns to s and restores PWD and OLDPWD. It fails if the directory is gone.
func (e *environment) returnTo(s start) error {
	if e.at(s) {
		return nil
	}
	if err := e.attrs.Back(s.saved); err != nil {
		return err
	}
	e.pwd = s.saved.Pwd
	e.putBack("PWD", s.vars[0])
	e.putBack("OLDPWD", s.vars[1])
	return nil
}

// putBack restores a variable's old value. An empty value unsets it.
func (e *environment) putBack(name, value string) {
	if value == "" {
		_ = e.vars.Unset(e.sh.names.Ref(name))
		return
	}
	_ = e.vars.Assign(name, value)
}
