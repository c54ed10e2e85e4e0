// Command manual makes the manual page ftsh(7) from the specification of the language,
// docs/language.md, so there is one text: manual -date 2026-11-22 <docs/language.md >ftsh.7
//
// The model: go-md2man converts the text, and the page gets a head of its own. Links within the
// repository, which a page cannot follow, become their text. Characters beyond ASCII become roff's
// names for them, so that no formatter has to guess an encoding.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
)

func main() {
	date := flag.String("date", "", "the page's `date`, YYYY-MM-DD")
	flag.Parse()
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		_, err = time.Parse(time.DateOnly, *date)
	}
	var page []byte
	if err == nil {
		page, err = languagePage(string(text), *date)
	}
	if err == nil {
		_, err = os.Stdout.Write(page)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// head and tail enclose the text.
const (
	head = `%% "FTSH" "7" "%s" "ftsh" "Miscellaneous Information Manual"

# NAME

ftsh - the language of the fault-tolerant shell

# DESCRIPTION

`
	tail = `
# SEE ALSO

**ftsh**(1), **ftry**(1), **ftsh-sim**(1), **sh**(1), **dash**(1)
`
	title = "# The ftsh language\n"
)

var (
	link = regexp.MustCompile(`\[([^\]\n]+)\]\([^)\s]*\)`)
	// In CommonMark a list may follow a paragraph directly; the renderer needs a blank line.
	listBegins = regexp.MustCompile(`(?m)^([^\s-].*\n)(- )`)
)

// languagePage returns the manual page of the specification, in its Markdown form.
func languagePage(text, date string) ([]byte, error) {
	body, ok := strings.CutPrefix(text, title)
	if !ok {
		return nil, fmt.Errorf("expected %q at the beginning of the text", strings.TrimSpace(title))
	}
	body = listBegins.ReplaceAllString(link.ReplaceAllString(body, "$1"), "$1\n$2")
	body = withoutTables(body)
	page := md2man.Render([]byte(fmt.Sprintf(head, date) + body + tail))
	return named(page), nil
}

// withoutTables makes each row of a table an item: its first cell, and below it the others. A
// terminal is too narrow for tables.
func withoutTables(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		row, ok := strings.CutPrefix(strings.TrimSpace(line), "| ")
		switch {
		case strings.HasPrefix(line, "|-"):
		case !ok || strings.HasPrefix(line, " "):
			b.WriteString(line)
		default:
			cells := strings.Split(strings.TrimSuffix(row, "|"), " | ")
			var rest []string
			for _, c := range cells[1:] {
				if c = strings.TrimSpace(c); c != "" {
					rest = append(rest, c)
				}
			}
			fmt.Fprintf(&b, "%s\n: %s\n\n", strings.TrimSpace(cells[0]), strings.Join(rest, "; "))
		}
	}
	return b.String()
}

// named replaces characters beyond ASCII by roff's names, and removes blank lines, which are
// vertical space except in examples.
func named(page []byte) []byte {
	var b bytes.Buffer
	example := false
	for line := range strings.Lines(string(page)) {
		switch {
		case strings.HasPrefix(line, ".EX"):
			example = true
		case strings.HasPrefix(line, ".EE"):
			example = false
		case line == "\n" && !example:
			continue
		}
		for _, r := range line {
			switch {
			case r < 0x80:
				b.WriteRune(r)
			case r == '…':
				b.WriteString("...") // a terminal may lack it
			default:
				fmt.Fprintf(&b, `\[u%04X]`, r)
			}
		}
	}
	return b.Bytes()
}
