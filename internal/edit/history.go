package edit

import (
	"slices"
	"strings"
	"unicode"
)

// entry returns a line of the history, as changed here; after the last, the new line.
func (e *Editor) entry(i int) []rune {
	if i == e.at {
		return e.text
	}
	if text, ok := e.changed[i]; ok {
		return text
	}
	if i < len(e.config.History) {
		return runesOf(e.config.History[i])
	}
	return nil
}

// show goes to an entry of the history. Changes to the entry left are kept while this line is
// edited.
func (e *Editor) show(i int) bool {
	if i < 0 || i > len(e.config.History) {
		e.bell = true
		return false
	}
	text := e.entry(i)
	e.changed[e.at] = slices.Clone(e.text)
	e.at = i
	e.set(text)
	return true
}

// step goes to the next different entry in a direction: repetitions of a command are passed at
// once.
func (e *Editor) step(by int) {
	here := slices.Clone(e.text)
	i := e.at + by
	for i > 0 && i < len(e.config.History) && slices.Equal(e.entry(i), here) {
		i += by
	}
	e.show(i)
}

// up goes to the line above the cursor, or else to the entry before; down likewise. Between lines
// of a text the column stays, in characters.
func (e *Editor) up() {
	start := lineStart(e.text, e.pos)
	if start == 0 {
		e.step(-1)
		return
	}
	above := lineStart(e.text, start-1)
	e.pos = min(above+e.pos-start, start-1)
}

func (e *Editor) down() {
	end := lineEnd(e.text, e.pos)
	if end == len(e.text) {
		e.step(1)
		return
	}
	column := e.pos - lineStart(e.text, e.pos)
	e.pos = min(end+1+column, lineEnd(e.text, end+1))
}

// alike goes to the nearest entry in a direction with the same text before the cursor (Page Up).
func (e *Editor) alike(step int) {
	prefix := slices.Clone(e.text[:e.pos])
	for i := e.at + step; i >= 0 && i <= len(e.config.History); i += step {
		text := e.entry(i)
		if len(text) >= len(prefix) && slices.Equal(text[:len(prefix)], prefix) &&
			!slices.Equal(text, e.text) {
			e.show(i)
			e.pos = len(prefix)
			if len(prefix) == 0 {
				e.pos = len(e.text)
			}
			return
		}
	}
	e.bell = true
}

// lastWordOf inserts the last word of the previous command at the cursor; again, of the one before.
func (e *Editor) lastWordOf(before action) {
	if before == lastWord {
		e.turn++
	} else {
		e.turn, e.yanked = 1, 0
		e.save(false)
	}
	e.last = lastWord
	for ; e.turn <= len(e.config.History); e.turn++ {
		words := splitWords(e.config.History[len(e.config.History)-e.turn])
		if len(words) == 0 {
			continue
		}
		word := runesOf(words[len(words)-1])
		e.replace(e.pos-e.yanked, e.pos, word)
		e.yanked = len(word)
		return
	}
	e.turn = len(e.config.History)
	e.bell = true
}

// splitWords splits a command line at its blanks, but for those in quotes.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case unicode.IsSpace(r):
			if word.Len() > 0 {
				words = append(words, word.String())
				word.Reset()
			}
			continue
		}
		word.WriteRune(r)
	}
	if word.Len() > 0 {
		words = append(words, word.String())
	}
	return words
}
