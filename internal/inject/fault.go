package inject

// A Fault is a way for a command to go wrong.
type Fault string

// The faults. All but Down and Perm happen once: at one address.
const (
	Fail  Fault = "fail"  // it fails before it has done anything
	Down  Fault = "down"  // it fails so now and each time from then on
	Perm  Fault = "perm"  // it fails in a way that no other attempt mends, now and from then on
	Lost  Fault = "lost"  // it does its work, and then fails: the answer is lost
	Half  Fault = "half"  // it does its work, prints half of its output and fails
	Kill  Fault = "kill"  // it is killed by SIGKILL before it has done anything
	Hang  Fault = "hang"  // it does nothing and never ends
	Files Fault = "files" // it cannot be started: no descriptors
	Procs Fault = "procs" // it cannot be started: no processes
	Disk  Fault = "disk"  // the disk is full: it can make files, but not write to them
	Crash Fault = "crash" // the shell gets SIGKILL before the command
	Cut   Fault = "cut"   // the shell gets SIGKILL after the command, before it knows of its end
)

// All returns the faults, in the order of the report. Those of the shell itself are the last two.
func All() []Fault {
	return []Fault{Fail, Down, Perm, Lost, Half, Kill, Hang, Files, Procs, Disk, Crash, Cut}
}

// Names lists the faults: fail, down, … or cut.
func Names() string {
	text, all := "", All()
	for i, f := range all {
		switch {
		case i == len(all)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += string(f)
	}
	return text
}

// Known reports whether there is such a fault.
func (f Fault) Known() bool { return f.text() != "" }

// Shell reports whether the fault is one of the shell itself, not of the command.
func (f Fault) Shell() bool { return f == Crash || f == Cut }

// stays reports whether the fault also befalls a command the next times.
func (f Fault) stays() bool { return f == Down || f == Perm }

// text describes the fault, "" if there is no such fault.
func (f Fault) text() string {
	switch f {
	case Fail:
		return "fails before it did its work"
	case Down:
		return "fails each time"
	case Perm:
		return "fails for a reason that stays"
	case Lost:
		return "fails after it did its work"
	case Half:
		return "prints half of its output and fails"
	case Kill:
		return "is killed by a signal"
	case Hang:
		return "hangs"
	case Files:
		return "cannot be started: no descriptors"
	case Procs:
		return "cannot be started: no processes"
	case Disk:
		return "finds the disk full"
	case Crash:
		return "ftsh is killed before it"
	case Cut:
		return "ftsh is killed after it"
	}
	return ""
}

// String describes the fault in words to follow the command.
func (f Fault) String() string { return f.text() }
