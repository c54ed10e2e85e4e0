package journal

import (
	"encoding/base64"
	"encoding/json"
	"unicode/utf8"
)

// A Text is any bytes. As JSON it is a string if a string can hold them, or an object: {"base64":
// "…"}.
type Text string

// MarshalJSON implements json.Marshaler.
func (t Text) MarshalJSON() ([]byte, error) { return appendText(nil, []byte(t)), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(p []byte) error {
	if len(p) == 0 || p[0] != '{' {
		return json.Unmarshal(p, (*string)(t))
	}
	var o struct {
		Base64 string `json:"base64"`
	}
	if err := json.Unmarshal(p, &o); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(o.Base64)
	*t = Text(b)
	return err
}

// appendText appends the JSON of a Text. Package json would make several copies of it, and a text
// may be an output.
func appendText(to, text []byte) []byte {
	if !utf8.Valid(text) {
		to = append(to, `{"base64":"`...)
		to = base64.StdEncoding.AppendEncode(to, text)
		return append(to, `"}`...)
	}
	to = append(to, '"')
	from := 0 // start of the bytes not appended yet
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			to = append(to, '\\', c)
		case '\n':
			to = append(to, `\n`...)
		case '\t':
			to = append(to, `\t`...)
		case '\r':
			to = append(to, `\r`...)
		default:
			const digits = "0123456789abcdef"
			to = append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return append(append(to, text[from:]...), '"')
}
