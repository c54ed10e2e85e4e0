package builtin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/flow"
)

// A bashResource is a resource of bash's ulimit.
type bashResource struct {
	letter     byte
	name, unit string
	number     int
	factor     uint64
}

// pipeSize is the number of the size of a pipe, which is no limit and cannot be set.
const pipeSize = -2

// bashResources returns bash's resources, in the order of -a. Those that the system does not have
// are left out of -a.
func bashResources() []bashResource {
	return []bashResource{
		{'R', "real-time non-blocking time", "microseconds, ", rlimitRttime, 1},
		{'c', "core file size", "blocks, ", syscall.RLIMIT_CORE, 1024},
		{'d', "data seg size", "kbytes, ", syscall.RLIMIT_DATA, 1024},
		{'e', "scheduling priority", "", rlimitNice, 1},
		{'f', "file size", "blocks, ", syscall.RLIMIT_FSIZE, 1024},
		{'i', "pending signals", "", rlimitSigpending, 1},
		{'l', "max locked memory", "kbytes, ", rlimitMemlock, 1024},
		{'m', "max memory size", "kbytes, ", rlimitRSS, 1024},
		{'n', "open files", "", syscall.RLIMIT_NOFILE, 1},
		{'p', "pipe size", "512 bytes, ", pipeSize, 512},
		{'q', "POSIX message queues", "bytes, ", rlimitMsgqueue, 1},
		{'r', "real-time priority", "", rlimitRtprio, 1},
		{'s', "stack size", "kbytes, ", syscall.RLIMIT_STACK, 1024},
		{'t', "cpu time", "seconds, ", syscall.RLIMIT_CPU, 1},
		{'u', "max user processes", "", rlimitNproc, 1},
		{'v', "virtual memory", "kbytes, ", syscall.RLIMIT_AS, 1024},
		{'x', "file locks", "", rlimitLocks, 1},
	}
}

// A ulimitCall is one call of bash's ulimit.
type ulimitCall struct {
	h          processHost
	hard, soft bool
	several    bool // values are printed with their names
}

// A limitCommand is a letter with its limit.
type limitCommand struct {
	resource bashResource
	value    string
	set      bool
}

// bashUlimit is bash's `ulimit [-HS] -a` and `ulimit [-HS] [-resource [limit]]…`, in bash's units.
func bashUlimit(h processHost, args []string) flow.Outcome {
	call := ulimitCall{h: h}
	var commands []limitCommand
	all := false
	rest := args[1:]
	for ; len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-'; rest = rest[1:] {
		word := rest[0][1:]
		if word == "-" {
			rest = rest[1:]
			break
		}
		for ; word != ""; word = word[1:] {
			c := word[0]
			switch c {
			case 'H':
				call.hard = true
				continue
			case 'S':
				call.soft = true
				continue
			case 'a':
				all = true
				continue
			}
			r, ok := resourceOf(c)
			if !ok {
				h.Errorf("unknown option -%c", c)
				return misuse()
			}
			command := limitCommand{resource: r}
			switch {
			case len(word) > 1: // the rest of the word is the limit
				command.value, command.set, word = word[1:], true, word[:1]
			case len(rest) > 1 && !strings.HasPrefix(rest[1], "-"):
				command.value, command.set, rest = rest[1], true, rest[1:]
			}
			commands = append(commands, command)
		}
	}
	if all {
		return call.list()
	}
	if len(commands) == 0 {
		file, _ := resourceOf('f')
		command := limitCommand{resource: file}
		if len(rest) > 0 {
			command.value, command.set = rest[0], true
		}
		commands = []limitCommand{command}
	}
	call.several = len(commands) > 1
	for _, c := range commands {
		if out := call.do(c); !out.OK() {
			return out
		}
	}
	return flow.Outcome{}
}

func resourceOf(letter byte) (bashResource, bool) {
	for _, r := range bashResources() {
		if r.letter == letter {
			return r, true
		}
	}
	return bashResource{}, false
}

// do prints or sets one limit.
func (call *ulimitCall) do(c limitCommand) flow.Outcome {
	h, r := call.h, c.resource
	if c.set {
		if err := call.change(r, c.value); err != nil {
			h.Errorf("%v", err)
			return flow.Status(1)
		}
		return flow.Outcome{}
	}
	text, err := call.value(r)
	if err != nil {
		h.Errorf("-%c: %v", r.letter, err)
		return flow.Status(1)
	}
	if call.several {
		text = r.label() + text
	}
	return printed(h, text+"\n")
}

func (r bashResource) label() string {
	return fmt.Sprintf("%-20s %20s", r.name, fmt.Sprintf("(%s-%c) ", r.unit, r.letter))
}

func (call *ulimitCall) list() flow.Outcome {
	var b strings.Builder
	for _, r := range bashResources() {
		if text, err := call.value(r); err == nil {
			b.WriteString(r.label() + text + "\n")
		}
	}
	return printed(call.h, b.String())
}

func (call *ulimitCall) value(r bashResource) (string, error) {
	if r.number == pipeSize {
		return strconv.FormatUint(4096/r.factor, 10), nil
	}
	limit, err := call.h.Limit(r.number)
	if err != nil {
		return "", err
	}
	return limitText(resource{factor: r.factor}, limit, call.hard && !call.soft), nil
}

// change sets the soft limit, the hard one, or both.
func (call *ulimitCall) change(r bashResource, text string) error {
	if r.number == pipeSize {
		return errors.New(r.name + ": cannot be changed")
	}
	limit, err := call.h.Limit(r.number)
	if err != nil {
		return err
	}
	var value uint64
	switch text {
	case "hard":
		value = limit.Max
	case "soft":
		value = limit.Cur
	default:
		ok := false
		if value, ok = limitValue(text, r.factor); !ok {
			return fmt.Errorf("%q is not a limit", text)
		}
	}
	both := call.hard == call.soft
	if call.hard || both {
		limit.Max = value
	}
	if call.soft || both {
		limit.Cur = value
	}
	limit.Resource = r.number
	if err := call.h.SetLimit(limit); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	return nil
}
