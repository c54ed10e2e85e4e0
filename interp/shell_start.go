package interp

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/shellenv"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// mainFrame makes the main frame, with the main environment.
func (sh *Shell) mainFrame() (*frame, error) {
	o := &sh.opts
	fr := new(frame)
	fr.sh, fr.context.run, fr.context.scope, fr.context.script = sh, sh.root, sh.root, o.Name
	fr.env = environment{
		sh: sh, vars: vars.NewStore(sh.names), params: o.Args, arg0: o.Name,
		traps: trap.NewTable(sh.entry.Ignored), hash: &hashTable{},
		limits: shellenv.NewLimits(sh.startLimits),
	}
	var err error
	if fr.env.fds, err = sh.standardFiles(); err != nil {
		return nil, err
	}
	if o.Standalone.Piped {
		fr.env.pipe()
	}
	sh.events.original.begin(fr.env.fds.Get(2))
	fr.env.vars.Import(o.Env)
	// The host has already read FTSH_LOG_LEVEL in Env.
	fr.env.log = logLevel{level: o.Log.Level, seq: fr.env.vars.Seq(sh.events.refLogLevel)}
	sh.events.level.Store(int64(o.Log.Level))
	fr.env.startVariables()
	for _, name := range o.Set {
		opt, ok := option.ByName(name)
		if !ok {
			return nil, fmt.Errorf("no option %q", name)
		}
		if err := fr.setOption(opt, true); err != nil {
			return nil, fmt.Errorf("option %s: %w", name, err)
		}
	}
	importFunctions(fr)
	if o.Standalone.Interactive {
		fr.env.opts = fr.env.opts.Put(option.Interactive, true)
		fr.env.shopts = fr.env.shopts.Put(option.ExpandAliases, true)
	}
	if err := fr.env.startIn(o.Dir); err != nil {
		return nil, err
	}
	if o.Standalone.Interactive {
		fr.env.traps.AllowAll()
	}
	fr.watchTraps()
	sh.signals.registerMain(&fr.env)
	return fr, nil
}

// startVariables sets the variables required by XCU 2.5.3.
func (e *environment) startVariables() {
	set := func(name, value string) { _ = e.vars.Assign(name, value) }
	set("IFS", " \t\n")
	set("OPTIND", "1")
	e.getopts = builtin.Getopts{Index: 1, Seq: e.vars.Seq(e.sh.refs.optind)}
	prompts := map[string]string{"PS1": promptDefault(&e.sh.opts), "PS2": "> ", "PS4": "+ "}
	for name, value := range prompts {
		if _, ok := e.vars.Lookup(name); !ok {
			set(name, value)
		}
	}
	set("PPID", strconv.Itoa(os.Getppid()))
	e.vars.Unmark(e.sh.names.Ref("IFS"), vars.Exported)
	e.vars.SetDynamic(e.sh.names.Ref("LINENO"))
}

// startIn sets the process attributes and the working directory. A shell that does not own its
// process carries a directory of its own.
func (e *environment) startIn(dir string) error {
	if e.sh.opts.Standalone.OwnProcess && dir == "" {
		e.attrs, e.pwd = shellenv.Own(), shellenv.StartDirectory(e.vars.Value("PWD"))
	} else {
		if dir == "" {
			dir = "."
		}
		var err error
		if e.attrs, err = shellenv.Carried(dir); err != nil {
			return &os.PathError{Op: "open", Path: dir, Err: err}
		}
		if e.pwd, err = e.attrs.Physical(); err != nil {
			return err
		}
	}
	if err := e.vars.Assign("PWD", e.pwd); err != nil {
		return err
	}
	e.vars.Mark(e.sh.names.Ref("PWD"), vars.Exported) // as in dash, and by cd
	return nil
}

// standardFiles makes descriptors 0 to 2. A shell that owns its process adopts all inherited
// descriptors, except for output that goes to the host.
func (sh *Shell) standardFiles() (*fd.Table, error) {
	if !sh.opts.Standalone.OwnProcess {
		return sh.guestFiles()
	}
	t := fd.Inherit(sh.closedAtEntry()...)
	for n, w := range [...]io.Writer{1: sh.opts.Stdout, 2: sh.opts.Stderr} {
		if w != nil {
			t.Set(n, sh.guestOutput(w), fd.Inherited)
		}
	}
	return t, nil
}

// pipe marks standard input and output as pipes of an outermost block.
func (e *environment) pipe() {
	for n := range 2 {
		if o := &e.sh.opts; n == 1 && o.Standalone.OwnProcess && o.Stdout != nil {
			break // the host reads it as it comes
		}
		if f := e.fds.Get(n); f != nil {
			e.fds.Replace(n, fd.Entry{File: f, Origin: fd.ByPipeline, Block: 1})
		}
	}
}

func (sh *Shell) closedAtEntry() []int {
	var ns []int
	for n, c := range sh.entry.Closed {
		if c {
			ns = append(ns, n)
		}
	}
	return ns
}
