package compspec

import (
	"os"
	"strings"
)

// Keywords are the reserved words of bash, in its order.
func Keywords() []string {
	return []string{"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while",
		"until", "do", "done", "in", "function", "time", "{", "}", "!", "[[", "]]", "coproc"}
}

// Users are the names in the database of users, as far as a file has it.
func Users() []string { return firstFields("/etc/passwd", ":") }

// Groups are the names of groups.
func Groups() []string { return firstFields("/etc/group", ":") }

// Services are the names of services, aliases included.
func Services() (names []string) {
	lines(readText("/etc/services"), func(fields []string) {
		for i, f := range fields {
			if i != 1 { // the port
				names = append(names, f)
			}
		}
	})
	return names
}

// Hosts are the names of hosts in a file like /etc/hosts. A line "$include path" stands for
// another such file.
func Hosts(path string) []string { return hosts(path, 0) }

func hosts(path string, depth int) (names []string) {
	const deepest = 8 // files that include each other
	if depth > deepest {
		return nil
	}
	lines(readText(path), func(fields []string) {
		if fields[0] == "$include" && len(fields) > 1 {
			names = append(names, hosts(fields[1], depth+1)...)
			return
		}
		if fields[0][0] >= '0' && fields[0][0] <= '9' { // an address
			fields = fields[1:]
		}
		names = append(names, fields...)
	})
	return names
}

// lines calls yield with the fields of each line that has some, without comments.
func lines(text string, yield func(fields []string)) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			yield(fields)
		}
	}
}

// firstFields returns what stands before the separator in the lines of a file.
func firstFields(path, separator string) (names []string) {
	for line := range strings.Lines(readText(path)) {
		if name, _, ok := strings.Cut(line, separator); ok && name != "" && name[0] != '#' {
			names = append(names, name)
		}
	}
	return names
}

// readText returns the text of a file, nothing if it cannot be read.
func readText(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}
