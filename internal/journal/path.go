package journal

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"ftsh/internal/statedir"
)

// maxName is the maximum length of an encoded name. It leaves room for the suffixes of related
// files.
const maxName = 200

// IsPath reports whether a journal's name is the path of its file.
func IsPath(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "./") ||
		strings.HasPrefix(name, "../")
}

// Path returns the file of a journal. A name that begins with /, ./ or ../ is a path, relative to
// the working directory pwd. For other names the file is in dir, named by Encode.
func Path(name, dir, pwd string) (string, error) {
	switch {
	case name == "":
		return "", errors.New("expected the name of a journal, found \"\"")
	case strings.Contains(name, "\x00"):
		return "", fmt.Errorf("expected the name of a journal, found %q", name)
	case strings.HasPrefix(name, "/"):
		return fileAt(name), nil
	case IsPath(name):
		return fileAt(pwd + "/" + name), nil
	}
	file := Encode(name)
	if len(file) > maxName {
		return "", fmt.Errorf("the name of a journal has at most %d bytes, encoded; found %q",
			maxName, name)
	}
	return filepath.Join(dir, file), nil
}

// fileAt returns the shortest path of the file opened by a redirection to path: after a symbolic
// link, .. is relative to the link's target.
func fileAt(path string) string {
	dir, file := filepath.Split(path)
	if strings.Contains(dir, "..") && file != "." && file != ".." {
		if dir, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(dir, file)
		}
	}
	return filepath.Clean(path)
}

// Encode turns a name into a file name. Letters, digits and -_+=,@: stand for themselves, all else
// is percent-encoded. So is the dot, which separates the suffixes of related files (NAME.1), and
// the first byte of a name reserved for other state in the directory.
func Encode(name string) string {
	reserved := statedir.Reserved(name)
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if reserved && i == 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.IndexByte("-_+=,@:", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// decoded returns the name encoded by Encode as file. It returns false for other files.
func decoded(file string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(file); i++ {
		c := file[i]
		if c == '%' && i+2 < len(file) {
			n, err := strconv.ParseUint(file[i+1:i+3], 16, 8)
			if err != nil {
				return "", false
			}
			c = byte(n)
			i += 2
		}
		b.WriteByte(c)
	}
	return b.String(), Encode(b.String()) == file
}

// Dir returns the directory of journals: $FTSH_JOURNAL_DIR, relative to the working directory pwd,
// or the directory of lasting state. value returns a variable's value, "" if it has none.
func Dir(value func(string) string, root bool, pwd string) (string, error) {
	if dir := value("FTSH_JOURNAL_DIR"); dir != "" {
		return statedir.At(dir, pwd), nil
	}
	dir, err := statedir.Lasting(value, root, pwd)
	if err != nil {
		return "", errors.New("no directory for journals: none of FTSH_JOURNAL_DIR, FTSH_STATE_DIR and HOME is set")
	}
	return dir, nil
}
