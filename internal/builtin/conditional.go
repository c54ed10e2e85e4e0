package builtin

import "strconv"

// TestFile applies a unary operator of [[ ]] to a file's name, or -t to a descriptor's number: op is
// the operator's letter. It reports nothing: what is no number is no terminal.
func TestFile(h Host, op byte, name string) bool {
	e := expression{h: h}
	switch op {
	case 'a':
		op = 'e'
	case 't':
		if _, err := strconv.Atoi(name); err != nil {
			return false
		}
	case 'N':
		st, err := stat(h, name, true)
		return err == nil && st.Modified.After(st.Accessed)
	}
	return e.unary(op, name)
}

// TestFiles applies -nt, -ot or -ef to the names of two files.
func TestFiles(h Host, op, a, b string) bool {
	e := expression{h: h}
	return e.binary(binaryOp(op), a, b)
}
