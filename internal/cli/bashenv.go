package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// followEnvironment turns on the options in SHELLOPTS and BASHOPTS, if the dialect of bash is on at
// the start. As in bash they win over the command line, and a shell
// with the rights of another user ignores them.
func (inv *invocation) followEnvironment(program string, env []string) {
	if inv.handover != 0 || os.Getuid() != os.Geteuid() || !slices.Contains(inv.set, "bash") {
		return
	}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		if value == "" || name != "SHELLOPTS" && name != "BASHOPTS" {
			continue
		}
		for _, o := range strings.Split(value, ":") {
			if err := inv.inherit(name, o); err != nil {
				fmt.Fprintf(os.Stderr, "%s: %s: %v\n", program, name, err)
			}
		}
	}
}

// inherit turns on an option in SHELLOPTS or BASHOPTS.
func (inv *invocation) inherit(variable, name string) error {
	switch {
	case variable == "BASHOPTS":
		_, err := inv.bashLetter("-O", []string{name})
		return err
	case name == "posix": // as an option of the command line it would refuse the dialect
		inv.callBash("-o posix", "set", "-o", "posix")
		return nil
	}
	return inv.option(name, true)
}
