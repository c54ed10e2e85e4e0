package history

import (
	"strconv"
	"strings"
)

// event reads an event designator after its mark at from, and returns the command it names.
func (x *expansion) event(from int) (string, error) {
	c := x.peek(0)
	number := c
	if c == '-' {
		number = x.peek(1)
	}
	switch {
	case c == x.Marks[0]:
		x.at++
		return x.nth(from, len(x.Commands)-1)
	case c == '#':
		x.at++
		return x.out.String(), nil
	case number >= '0' && number <= '9':
		begin := x.at
		x.at++
		for c := x.peek(0); c >= '0' && c <= '9'; c = x.peek(0) {
			x.at++
		}
		n, err := strconv.Atoi(x.line[begin:x.at])
		switch {
		case err != nil:
			n = -1
		case c == '-':
			n += len(x.Commands)
		default:
			n -= x.First
		}
		return x.nth(from, n)
	case c == '?':
		return x.containing(from)
	case strings.IndexByte(":$*%^", c) >= 0:
		if c == '%' || c == ':' && x.peek(1) == '%' {
			return "", nil // the word found by the last search
		}
		return x.nth(from, len(x.Commands)-1)
	}
	return x.beginning(from)
}

// nth returns the command of an index.
func (x *expansion) nth(from, i int) (string, error) {
	if i < 0 || i >= len(x.Commands) {
		return "", x.wrong(from, "event not found")
	}
	return x.Commands[i], nil
}

// containing reads ?text? and returns the newest command with the text.
func (x *expansion) containing(from int) (string, error) {
	x.at++
	rest := x.line[x.at:]
	n := strings.IndexAny(rest, "?\n")
	if n < 0 {
		n = len(rest)
	}
	text := rest[:n]
	if x.at += n; x.peek(0) == '?' {
		x.at++
	}
	if text == "" {
		text = x.search
	}
	for i := len(x.Commands) - 1; i >= 0 && text != ""; i-- {
		at := strings.LastIndex(x.Commands[i], text)
		if at < 0 {
			continue
		}
		x.search, x.match = text, ""
		for _, w := range wordsAt(x.Commands[i]) {
			if w.from <= at && at < w.to {
				x.match = x.Commands[i][w.from:w.to]
			}
		}
		return x.Commands[i], nil
	}
	return "", x.wrong(from, "event not found")
}

// beginning reads the start of a command, and returns the newest command with it.
func (x *expansion) beginning(from int) (string, error) {
	begin := x.at
	for x.at < len(x.line) {
		c := x.line[x.at]
		if strings.IndexByte(" \t\n:;&()|<>", c) >= 0 || c == '"' && x.context() == doubled ||
			c == '`' && x.context() == back ||
			x.at > begin && strings.IndexByte("-^$*%", c) >= 0 {
			break
		}
		x.at++
	}
	text := x.line[begin:x.at]
	for i := len(x.Commands) - 1; i >= 0 && text != ""; i-- {
		if strings.HasPrefix(x.Commands[i], text) {
			return x.Commands[i], nil
		}
	}
	return "", x.wrong(from, "event not found")
}

// words reads a word designator, if there is one, and returns the words it selects from a command.
func (x *expansion) words(command string, from int) (string, error) {
	begin := x.at
	colon := x.peek(0) == ':'
	if colon {
		x.at++
	}
	c := x.peek(0)
	if !(strings.IndexByte("^$*-%", c) >= 0 || colon && c >= '0' && c <= '9') {
		x.at = begin // a modifier, or none
		return command, nil
	}
	if c == '%' {
		x.at++
		return x.match, nil
	}
	all := Words(command)
	last := len(all) - 1
	first, end := 0, last
	switch {
	case c == '*':
		x.at++
		first = 1
		if last < 1 {
			return "", nil
		}
	case c == '$':
		x.at++
		first = last
	default:
		if c != '-' {
			first = x.number(1)
		}
		end = first
		switch x.peek(0) {
		case '*':
			x.at++
			end = max(last, first-1)
		case '-':
			x.at++
			switch c := x.peek(0); {
			case c == '$':
				x.at++
				end = last
			case c == '^' || c >= '0' && c <= '9':
				end = x.number(1)
			default:
				end = last - 1
			}
		}
	}
	if first < 0 || first > last+1 || end < first-1 || end > last || first > last && end >= first {
		return "", x.wrong(begin, "bad word specifier")
	}
	return strings.Join(all[first:end+1], " "), nil
}

// number reads the number of a word; ^ is one.
func (x *expansion) number(one int) int {
	if x.peek(0) == '^' {
		x.at++
		return one
	}
	begin := x.at
	for c := x.peek(0); c >= '0' && c <= '9'; c = x.peek(0) {
		x.at++
	}
	n, err := strconv.Atoi(x.line[begin:x.at])
	if err != nil {
		return -1
	}
	return n
}
