package quote

import "strings"

// maxBrief is how much of a command Brief and BriefSource show, in bytes.
const maxBrief = 200

// Brief shows a command in a message: its words as most would type them, on one line, at most 200
// bytes of it.
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

// BriefSource shows a command in a message as it is written in a script: OneLine, at most 200 bytes
// of it.
func BriefSource(text string) string { return cut(OneLine(text)) }

// OneLine is the text of a command on one line, without what separates it from the next. That of
// none is "…".
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
