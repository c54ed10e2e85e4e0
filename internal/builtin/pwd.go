package builtin

import "ftsh/internal/flow"

// pwd is `pwd [-L|-P]`.
func pwd(h files, args []string) flow.Outcome {
	o := options{h: h, args: args}
	physical := false
	for c := o.next("LP"); c != 0; c = o.next("LP") {
		if c == wrongOption {
			return misuse()
		}
		physical = c == 'P'
	}
	dir := h.Getwd()
	if physical {
		var err error
		if dir, err = h.PhysicalWd(); err != nil {
			h.Errorf("%v", err)
			return flow.Status(1)
		}
	}
	return printed(h, dir+"\n")
}
