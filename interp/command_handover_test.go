package interp

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/builtin"
	"ftsh/internal/clock"
	"ftsh/internal/compspec"
	"ftsh/internal/fd"
	"ftsh/internal/handover"
	"ftsh/internal/history"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A decision describes a field of a frame when a list goes to another process: the field is handed
// over, or there is a reason against it.
type decision struct {
	set  func(fr *frame)        // gives the field a value of its own
	show func(fr *frame) string // the field's value in the new process
	want string                 // if it differs in the new process
	not  string                 // why it is not handed over
}

// decided returns a decision for each field of environment and execContext. A new field needs an
// entry here and, to be handed over, code in stateOf and restore (command_handover.go).
func decided() map[string]decision {
	number := func(field func(fr *frame) *int) decision {
		return decision{
			set:  func(fr *frame) { *field(fr) = 3 },
			show: func(fr *frame) string { return fmt.Sprint(*field(fr)) },
		}
	}
	flag := func(field func(fr *frame) *bool) decision {
		return decision{
			set:  func(fr *frame) { *field(fr) = true },
			show: func(fr *frame) string { return fmt.Sprint(*field(fr)) },
		}
	}
	all := map[string]decision{
		"attrs":      {not: "the process starts in the directory, with the umask"},
		"subshell":   {not: "the environment is the main one of its process"},
		"registered": {not: "signals reach the main environment from its start"},
		"piped":      {not: "it starts nothing any more"},

		"substs": {not: "the command around, which closes their pipes, stays here"},
		"snapshot": {not: "what goes to another process is not stopped with what stays, " +
			"nor continued without it"},

		"group":         {not: "the list is a job of its own"},
		"run":           {not: "the other process has one of its own"},
		"loops":         {not: "break cannot leave the list"},
		"evals":         {not: "counts what this process has on its stack"},
		"depth.lists":   {not: "counts what this process has on its stack"},
		"depth.feeders": {not: "elements of pipelines that run in this process"},
		"catchOutput":   {not: "a catch list hears what its own process prints"},
		"action":        {not: "what ends the list does not end the action around it"},
		"detached":      {not: "a list is not detached, only a program is"},
		"span":          {not: "TRACEPARENT and the process's number say it to the reader of a trace"},
		"watched":       {not: "the shell that starts the process watches its standard error as a whole"},
		"callerOpts":    {not: "the function ends here"},

		"judged":       number(func(fr *frame) *int { return &fr.context.judged }),
		"tested":       number(func(fr *frame) *int { return &fr.context.tested }),
		"member":       flag(func(fr *frame) *bool { return &fr.context.member }),
		"prompted":     flag(func(fr *frame) *bool { return &fr.context.prompted }),
		"status":       number(func(fr *frame) *int { return &fr.env.status }),
		"blocks":       number(func(fr *frame) *int { return &fr.context.blocks }),
		"functions":    number(func(fr *frame) *int { return &fr.context.functions }),
		"sources":      number(func(fr *frame) *int { return &fr.context.sources }),
		"catching":     number(func(fr *frame) *int { return &fr.context.catching }),
		"depth.nested": number(func(fr *frame) *int { return &fr.context.depth.nested }),
		"depth.shells": number(func(fr *frame) *int { return &fr.context.depth.shells }),
		"depth.spawner": {
			set:  func(fr *frame) { fr.sh.id.pid = 77 },
			show: func(fr *frame) string { return fmt.Sprint(fr.context.depth.spawner) },
			want: "77",
		},
		"depth.calledBefore": {
			set:  func(fr *frame) { fr.context.functions, fr.context.sources = 2, 1 },
			show: func(fr *frame) string { return fmt.Sprint(fr.context.depth.calledBefore) },
			want: "3",
		},
		"depth.blocksBefore": {
			set:  func(fr *frame) { fr.context.blocks = 2 },
			show: func(fr *frame) string { return fmt.Sprint(fr.context.depth.blocksBefore) },
			want: "2",
		},
		"block": {
			set: func(fr *frame) { fr.context.block = &block{kind: "try", id: "id", made: 2} },
			show: func(fr *frame) string {
				return fmt.Sprint(fr.context.block != nil, turns(fr.context.block))
			},
		},
		"branch": {
			set:  func(fr *frame) { fr.context.branch = new(branch) },
			show: func(fr *frame) string { return fmt.Sprint(fr.context.branch != nil) },
		},
		"scope": {
			set: func(fr *frame) {
				fr.context.scope.Limit(clock.Instant(1<<62), &scope.Cause{Kind: scope.Deadline})
				fr.context.scope.Tree().SetEnding(proc.Ending{Signal: sig.SIGINT, KillTimeout: 7})
			},
			show: func(fr *frame) string {
				return fmt.Sprint(fr.context.scope.Deadline(), fr.context.scope.Tree().Ending())
			},
		},
		"script": {
			set:  func(fr *frame) { fr.context.script = "sourced" },
			show: func(fr *frame) string { return fr.context.script },
		},
		"shown": {
			set:  func(fr *frame) { fr.context.shown = "eval …" },
			show: func(fr *frame) string { return fr.context.shown },
		},
		"brittle":    flag(func(fr *frame) *bool { return &fr.context.brittle }),
		"arithmetic": flag(func(fr *frame) *bool { return &fr.context.arithmetic }),
	}
	maps.Copy(all, decidedOfEnvironment())
	return all
}

func decidedOfEnvironment() map[string]decision {
	return map[string]decision{
		"sh": {
			set: func(fr *frame) {
				fr.sh.id.pidText = "4711"
				fr.sh.prompt.history = history.Restore(7, []string{"echo a"})
			},
			show: func(fr *frame) string {
				if fr.sh.prompt.history == nil {
					return (*expander)(fr).Special('$')
				}
				first, commands := fr.sh.prompt.history.Commands()
				return fmt.Sprint((*expander)(fr).Special('$'), first, commands)
			},
		},
		"vars": {
			set: func(fr *frame) {
				_ = fr.env.vars.Assign("x", "value")
				fr.env.vars.Mark(fr.sh.names.Ref("x"), vars.Exported|vars.Readonly)
				fr.env.vars.SetExtra([]string{"no-name=1"})
				fr.env.vars.Push()
				fr.env.vars.Line = 12
			},
			show: func(fr *frame) string {
				return fmt.Sprint(fr.env.vars.All(), fr.env.vars.Extra(), fr.env.vars.InScope(),
					fr.env.vars.Line)
			},
		},
		"fds": {
			set: func(fr *frame) {
				fr.env.fds.Set(1, fr.env.fds.Get(0).Retain(), fd.ByCompound)
				fr.env.fds.Set(9, nil, fd.ByRedirection)
				in := fd.Entry{File: fr.env.fds.Get(0).Retain(), Origin: fd.ByPipeline,
					Block: uint16(fr.context.blocks + 1)}
				fr.env.fds.Replace(0, in).Release()
			},
			show: func(fr *frame) string {
				return fmt.Sprint(fr.env.fds.Entry(0).Block, fr.env.fds.Entry(1).Origin,
					fr.env.fds.Get(1) == fr.env.fds.Get(0), fr.env.fds.Entry(9).Origin)
			},
		},
		"params": {
			set:  func(fr *frame) { fr.env.params = []string{"one", "two"} },
			show: func(fr *frame) string { return fmt.Sprintf("%q", fr.env.params) },
		},
		"arg0": {
			set:  func(fr *frame) { fr.env.arg0 = "name" },
			show: func(fr *frame) string { return fr.env.arg0 },
		},
		"opts": {
			set: func(fr *frame) {
				fr.env.opts = fr.env.opts.Put(option.NoGlob, true).Put(option.AllExport, true)
			},
			show: func(fr *frame) string { return option.Letters(fr.env.opts) },
		},
		"shopts": {
			set:  func(fr *frame) { fr.env.shopts = fr.env.shopts.Put(option.ExtGlob, true) },
			show: func(fr *frame) string { return fr.env.shopts.Names() },
		},
		"funcs": {
			set: func(fr *frame) {
				fr.env.funcs.own(fr.sh)
				decl := &ast.FuncDecl{Name: "f", Body: &ast.Simple{Args: []*ast.Word{{}}}}
				fr.env.funcs.m["f"] = &function{script: "lib", shown: "eval …", decl: decl,
					sh: fr.sh}
			},
			show: func(fr *frame) string {
				var b strings.Builder
				for name, f := range fr.env.funcs.m {
					fmt.Fprint(&b, name, f.script, f.shown, f.decl.Name)
				}
				return b.String()
			},
		},
		"aliases": {
			set:  func(fr *frame) { fr.env.SetAlias("a", "b") },
			show: func(fr *frame) string { return fmt.Sprint(fr.env.aliases.m) },
		},
		"traps": {
			set: func(fr *frame) {
				fr.env.traps = trap.NewTable(1 << (sig.SIGHUP - 1)) // ignored at the start
				fr.env.traps.Set(trap.Exit, "bye")
				fr.env.traps.Set(sig.SIGTERM, "term")
				fr.env.traps.Set(sig.SIGUSR1, "")
				fr.env.traps.BeginIgnoring(sig.SIGQUIT)
				fr.env.startBash()
				fr.env.opts = fr.env.opts.With(option.ErrTrace)
				fr.env.traps.Set(trap.Err, "err")
			},
			show: func(fr *frame) string {
				return fmt.Sprint(fr.env.traps.Lines(), fr.env.traps.Ignored(),
					fr.env.traps.Action(trap.Err))
			},
		},
		"bash": {
			set: func(fr *frame) {
				fr.env.startBash()
				b := fr.env.bash
				b.level, b.began, b.started, b.last, b.pipe = 3, 47, 4711, "last", []int32{4, 0}
				b.calls = &bashCall{name: "f", source: "lib", line: 7, outer: b.calls, function: true}
				b.dirs, b.disabled = []string{"/tmp"}, map[string]bool{"echo": true}
				words := "a b"
				b.specs = b.specs.With(&compspec.Spec{Actions: compspec.File,
					Options: compspec.NoSpace, Words: &words}, "cmd")
				b.exported = map[string]string{"f": "BASH_FUNC_f%%=() { :; }"}
			},
			show: func(fr *frame) string {
				if fr.env.bash == nil {
					return ""
				}
				s := *fr.env.bash.state()
				s.Level, s.Specs = 0, nil // one more in the subshell
				value, _ := fr.env.vars.Lookup("FUNCNAME")
				line := ""
				for name, spec := range fr.env.bash.specs.All() {
					line += spec.Line(name)
				}
				return fmt.Sprint(s, value, line)
			},
		},
		"jobs": {
			set: func(fr *frame) { fr.env.Jobs().AddPids([]int{99999998, 99999999}, 0, "a | b") },
			show: func(fr *frame) string {
				var b strings.Builder
				for _, j := range fr.env.Jobs().Listed() {
					b.WriteString(fr.env.Jobs().Line(j, true))
				}
				return b.String()
			},
		},
		"getopts": {
			set: func(fr *frame) {
				fr.env.getopts = builtin.Getopts{Index: 2, Offset: 3, Arg: 1, Args: []string{"-abc"},
					Seq: fr.env.vars.Seq(fr.sh.refs.optind)}
			},
			show: func(fr *frame) string {
				g := fr.env.getopts
				return fmt.Sprint(g.Index, g.Offset, g.Arg, g.Args,
					g.Seq == fr.env.vars.Seq(fr.sh.refs.optind))
			},
		},
		"hash": {
			set:  func(fr *frame) { fr.env.places().paths["tool"] = "/opt/tool" },
			show: func(fr *frame) string { return fmt.Sprint(fr.env.places().paths) },
		},
		"pwd": {
			set:  func(fr *frame) { fr.env.pwd = "/logical" },
			show: func(fr *frame) string { return fr.env.pwd },
		},
		"limits": {
			set: func(fr *frame) {
				_ = fr.env.limits.Set(fr.env.attrs,
					proc.Limit{Resource: syscall.RLIMIT_CORE, Cur: 0, Max: 0})
			},
			show: func(fr *frame) string { return fmt.Sprint(fr.env.limits.Changed()) },
		},
		"log": {
			set: func(fr *frame) {
				_ = fr.env.vars.Assign("FTSH_LOG_LEVEL", "25")
				fr.env.log = logLevel{25, fr.env.vars.Seq(fr.sh.events.refLogLevel), true}
			},
			show: func(fr *frame) string {
				return fmt.Sprint(fr.env.log.level, fr.env.log.wrong,
					fr.env.log.seq == fr.env.vars.Seq(fr.sh.events.refLogLevel))
			},
		},
		"bang": {
			set:  func(fr *frame) { fr.env.bang = "1234" },
			show: func(fr *frame) string { return fr.env.bang },
		},
	}
}

// fieldsOf returns the fields of a struct. A field of type depth is replaced by its own fields.
func fieldsOf(typ reflect.Type, prefix string) []string {
	var names []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Type == reflect.TypeFor[depth]() {
			names = append(names, fieldsOf(f.Type, f.Name+".")...)
			continue
		}
		names = append(names, prefix+f.Name)
	}
	return names
}

// shell returns the main frame of a shell in this process, for handing over.
func shell(t *testing.T) *frame {
	t.Helper()
	sh, err := New(Options{Name: "sh", Env: []string{"PATH=/bin"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sh.Close() })
	return sh.main
}

// handed returns the state of a subshell started by fr. fork has cleared the fields that an
// asynchronous list does not get.
func handed(t *testing.T, fr *frame) []byte {
	t.Helper()
	sub, err := fr.fork(forSubshell)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.env.close()
	// Set as in an element of a pipeline under job control; an asynchronous list lacks them.
	sub.context.tested, sub.context.judged, sub.context.action = fr.context.tested,
		fr.context.judged, fr.context.action
	sub.context.member, sub.context.prompted = fr.context.member, fr.context.prompted
	if in := fr.env.fds.Entry(0); in.File != nil {
		in.File.Retain()
		sub.env.fds.Replace(0, in).Release()
	}
	s := stateOf(sub, &ast.List{})
	s.Condition, s.Reply = true, unused
	data, err := s.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unused is a closed descriptor.
const unused = 999

// resumed returns the main frame of a shell that continues with data.
func resumed(t *testing.T, data []byte) *frame {
	t.Helper()
	sh, err := New(Options{Standalone: &standalone.Options{Resume: bytes.NewReader(data)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sh.Close() })
	return sh.main
}

// Every field of an environment and of a command's context is handed over, or there is a reason
// against it.
func TestHandoverForgetsNoField(t *testing.T) {
	all := decided()
	names := append(fieldsOf(reflect.TypeFor[environment](), ""),
		fieldsOf(reflect.TypeFor[execContext](), "")...)
	for _, name := range names {
		d, ok := all[name]
		delete(all, name)
		switch {
		case !ok:
			t.Errorf("%s: nobody has decided whether it is handed over", name)
			continue
		case (d.not == "") == (d.set == nil):
			t.Errorf("%s: either handed over, or a reason", name)
			continue
		case d.not != "":
			continue
		}
		plain := d.show(resumed(t, handed(t, shell(t))))
		fr := shell(t)
		d.set(fr)
		want := d.want
		if want == "" {
			want = d.show(fr)
		}
		if got := d.show(resumed(t, handed(t, fr))); got != want || got == plain {
			t.Errorf("%s: %s there, want %s, which is not %s", name, got, want, plain)
		}
	}
	for name := range all {
		t.Errorf("there is no field %s", name)
	}
}

// leaves calls f for each field of a handover's State, descending into structs.
func leaves(v reflect.Value, name string, f func(name string, v reflect.Value)) {
	for i := range v.NumField() {
		field, name := v.Field(i), name+"."+v.Type().Field(i).Name
		if field.Kind() == reflect.Struct {
			leaves(field, name, f)
		} else {
			f(name, field)
		}
	}
}

// Every field of the handover's State is set and restored: without it the resumed frame differs.
func TestHandoverStateIsSetAndRestored(t *testing.T) {
	fr := shell(t)
	all := decided()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if d := all[name]; d.set != nil && name != "depth.calledBefore" {
			d.set(fr)
		}
	}
	fr.regs.failure = &failure{Failure: event.Failure{
		Place: event.Place{Script: "script", Line: 3, Col: 4},
		Args:  []string{"false"}, Source: "false", Status: 1}}
	fr.sh.blocks.journals.around = "/journal"
	show := func(data []byte) string {
		r := resumed(t, data)
		var b strings.Builder
		fmt.Fprintln(&b, r.regs.failure)
		fmt.Fprintln(&b, r.sh.blocks.journals.mark, r.sh.blocks.journals.around)
		fmt.Fprintln(&b, "Run", r.sh.pending.list != nil, r.sh.pending.condition,
			r.sh.pending.reply)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if d := all[name]; d.show != nil {
				fmt.Fprintln(&b, name, d.show(r))
			}
		}
		return b.String()
	}
	data := handed(t, fr)
	whole := show(data)
	var names []string
	s, err := handover.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	leaves(reflect.ValueOf(s).Elem(), "State", func(name string, v reflect.Value) {
		names = append(names, name)
		if v.IsZero() {
			t.Errorf("%s is not set", name)
		}
	})
	for _, name := range names {
		s, err := handover.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		leaves(reflect.ValueOf(s).Elem(), "State", func(n string, v reflect.Value) {
			if n == name {
				v.SetZero()
			}
		})
		without, err := s.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if show(without) == whole {
			t.Errorf("%s is not restored", name)
		}
	}
}
