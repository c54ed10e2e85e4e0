//go:build linux

package signals

import "slices"

// A difference is a shell's deviation from POSIX in some cases, with its reason.
type difference struct {
	shell string
	when  func(Case) bool
	why   string
}

// exception returns the first difference of a shell that covers a case.
func exception(shell string, c Case) (int, bool) {
	for i, k := range known() {
		if k.shell == shell && k.when(c) {
			return i, true
		}
	}
	return 0, false
}

func known() []difference {
	return slices.Concat(ofFtsh(), ofDash(), ofBash(), ofKsh(), ofMksh(), ofYash())
}

// ofFtsh returns the differences explained in docs/differences.md.
func ofFtsh() []difference {
	const differences = "docs/differences.md, "
	return []difference{
		{"ftsh", func(c Case) bool { return c.forSubshell() && c.target == self },
			differences + "an in-process subshell: it has no process id"},
	}
}

func ofDash() []difference {
	return []difference{
		{"dash", interrupted,
			"an interactive shell gives up its commands at SIGINT, as all peers do at " +
				"their prompt"},
		{"dash", func(c Case) bool { return c.is("INT") && c.jobs == withJobs },
			"under job control takes the death of a job by SIGINT for one of its own"},
		{"dash", func(c Case) bool { return listIgnores(c) && c.trap != kept },
			"a list counts as entered with SIGINT and SIGQUIT ignored"},
		{"dash", harmlessAtEntry, unseen},
	}
}

func ofBash() []difference {
	return []difference{
		{"bash", interrupted,
			"an interactive shell gives up its commands at SIGINT, its own or a program's"},
		{"bash", func(c Case) bool {
			return c.is("QUIT") && c.target != child && c.target != afterExec
		},
			"ignores SIGQUIT always"},
		{"bash", func(c Case) bool {
			return c.at(isInteractive) && c.atEntry == ignoredAtEntry && c.outerTrap == kept
		},
			"an interactive shell has at its default what was ignored at entry"},
		{"bash", func(c Case) bool {
			return c.is("INT") && (c.target == self || c.target == mainShell)
		},
			"SIGINT while a program runs counts only if the program dies of it"},
		{"bash", func(c Case) bool { return c.is("INT") && c.place == inSubst },
			"dies of SIGINT if a substitution does"},
		{"bash", func(c Case) bool { return c.is("INT", "QUIT") && c.place == asProgram },
			"a program's SIGINT and SIGQUIT depend on whether the shell is interactive, not on " +
				"job control"},
		{"bash", func(c Case) bool {
			return listIgnores(c) && (c.target == child || c.target == afterExec) && c.trap == kept
		}, "a list ignores SIGINT and SIGQUIT itself, its programs do not"},
		{"bash", func(c Case) bool {
			return c.is("HUP") && c.at(isInteractive) && c.place == inSubst && c.target == self
		}, "SIGHUP to a substitution of an interactive shell is for the shell as well"},
		{"bash", childrenAlone, "trap CHLD is for children that end, not for what kill sends"},
	}
}

func ofKsh() []difference {
	return []difference{
		{"ksh", interrupted, "an interactive shell dies of SIGINT, and of a program's"},
		{"ksh", func(c Case) bool { return c.forSubshell() },
			"subshells are in its process, and end with the signal's number instead of dying"},
		{"ksh", func(c Case) bool {
			return c.is("INT", "QUIT") && (c.target != self || c.place == inList &&
				c.jobs == withJobs)
		}, "takes the death of a job or a program by SIGINT or SIGQUIT for one of its own"},
		{"ksh", func(c Case) bool {
			return c.place == inList && (c.outerTrap == ignored || listIgnores(c)) && c.trap != kept
		}, "a list cannot trap what it begins with ignored"},
		{"ksh", func(c Case) bool {
			return listIgnores(c) && c.target == self && c.at(isInteractive) && c.trap == kept
		}, "a list of an interactive shell does not ignore SIGQUIT"},
		{"ksh", harmlessAtEntry, unseen},
		{"ksh", childrenAlone, "trap CHLD is for children that end, not for what kill sends"},
	}
}

func ofMksh() []difference {
	return []difference{
		{"mksh", func(c Case) bool {
			return c.is("HUP", "INT", "QUIT", "TERM") &&
				(c.target == mainShell || c.target == self && c.place == inMain)
		}, "exits with the signal's status instead of dying; an interactive one of SIGINT and " +
			"SIGQUIT, too"},
		{"mksh", func(c Case) bool { return c.is("INT", "QUIT") && c.jobs == withJobs },
			"under job control takes the death of a job by SIGINT or SIGQUIT for one of its own"},
		{"mksh", func(c Case) bool {
			return c.is("INT", "QUIT") && c.place != inMain && c.outerTrap == set
		},
			"a list does not ignore SIGINT and SIGQUIT that the shell traps, and its death by " +
				"them is the shell's"},
		{"mksh", func(c Case) bool {
			return c.at(isInteractive) && c.atEntry == ignoredAtEntry && c.outerTrap == set &&
				c.trap == ignored
		}, "the null trap of a subshell does not reach programs where the shell has trapped what " +
			"was ignored at entry"},
		{"mksh", func(c Case) bool {
			return c.at(isInteractive) && c.jobs == withJobs && c.place == inList
		},
			"under job control wait does not wait for a list that runs programs"},
		{"mksh", harmlessAtEntry, unseen},
	}
}

func ofYash() []difference {
	return []difference{
		{"yash", interrupted,
			"an interactive shell gives up its commands at SIGINT, its own or a program's"},
	}
}

// interrupted reports whether an interactive shell gets SIGINT or may think so. XCU sh requires it
// to perform no action. This is not a choice of the standard. At a prompt every shell gives up the
// running line, as does ftsh, but here there is no prompt.
func interrupted(c Case) bool { return c.is("INT") && c.at(isInteractive) }

const unseen = "does not see that a signal without effect by default was ignored at entry"

func harmlessAtEntry(c Case) bool {
	return c.signal.byDefault() == nothing && c.atEntry == ignoredAtEntry
}

// childrenAlone reports whether kill sends SIGCHLD to the shell.
func childrenAlone(c Case) bool { return c.is("CHLD") && c.target == self }

// listIgnores reports whether a list begins with the signal ignored (XCU 2.12).
func listIgnores(c Case) bool {
	return c.is("INT", "QUIT") && c.jobs == withoutJobs &&
		(c.place == inList || c.place == asProgram)
}

// forSubshell reports whether the signal is for a subshell or sent from one.
func (c Case) forSubshell() bool {
	return (c.place == inSubshell || c.place == inSubst) &&
		(c.target == self || c.target == mainShell)
}

func (c Case) is(signals ...signal) bool { return slices.Contains(signals, c.signal) }
func (c Case) at(i interactive) bool     { return c.shell == i }
