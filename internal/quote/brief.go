package quote

import "strings"

// maxBrief bounds the part of a command shown by Brief and BriefSource, in bytes.
const maxBrief = 200

// Brief shows a command in a message: its words as most people would type them, on one line, at
// most 200 bytes of it.
func Brief(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !OfTest(w) {
			w = Word(w)
		}
		b.WriteString(strings.ReplaceAll(w, "\n", `\n`))
		if b.Len() > maxBrief {
			break
		}
	}
	return cut(b.String())
}

// BriefSource shows a command in a message as written in a script: OneLine, at most 200 bytes of
// it.
func BriefSource(text string) string { return cut(OneLine(text)) }

// OneLine returns the text of a command on one line, without the separator from the next. An empty
// text gives "…".
func OneLine(text string) string {
	if text == "" {
		return "…"
	}
	text = strings.TrimRight(text, " \t\n&")
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", "; ")), " ")
}

func cut(text string) string {
	if len(text) <= maxBrief {
		return text
	}
	return strings.ToValidUTF8(text[:maxBrief], "") + "…"
}
