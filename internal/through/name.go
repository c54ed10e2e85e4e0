package through

import (
	"errors"
	"fmt"
	"strings"
)

// maxEncoded keeps a file name, with its suffix, within the limits of file systems.
const maxEncoded = 200

// Encode returns a resource's name in the form used as a file name and in FTSH_THROUGH. Letters,
// digits, "_", "-" and "." stand for themselves. Any other byte, and a dot at the beginning,
// becomes % and two digits. An empty or overlong name is an error.
func Encode(name string) (string, error) {
	if name == "" {
		return "", errors.New("expected the name of a resource, found \"\"")
	}
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-',
			c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	if b.Len() > maxEncoded {
		return "", fmt.Errorf("the name of a resource may have %d bytes, "+
			"with %%XX for a byte that is not a letter or digit", maxEncoded)
	}
	return b.String(), nil
}

// Decode reverses Encode. ok is false if text is not a result of Encode.
func Decode(text string) (name string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		var c byte
		if n, err := fmt.Sscanf(text[i:min(i+3, len(text))], "%%%02X", &c); n != 1 || err != nil {
			return "", false
		}
		b.WriteByte(c)
		i += 2
	}
	again, err := Encode(b.String())
	return b.String(), err == nil && again == text
}
