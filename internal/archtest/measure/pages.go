package measure

import (
	"os"
	"regexp"
	"strings"
)

// Pages describes pages in Markdown. The zero value describes no page.
type Pages struct {
	Sentences int
	Long      []string // sentences of more than 30 words
}

// Markdown measures the pages below root, without code blocks, tables and headings. The error is
// that of reading a page.
func Markdown(root string) (p Pages, err error) {
	err = eachFile(root, ".md", func(path string) error {
		text, err := os.ReadFile(path)
		p.add(string(text))
		return err
	})
	return p, err
}

func (p *Pages) add(text string) {
	end := regexp.MustCompile(`[.!?:;]["')*_]*(\s|$)`)
	code := regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)")
	for _, paragraph := range paragraphs(text) {
		paragraph = code.ReplaceAllString(paragraph, " x ")
		for _, sentence := range end.Split(paragraph, -1) {
			words := strings.Fields(sentence)
			if len(words) == 0 {
				continue
			}
			p.Sentences++
			if len(words) > 30 {
				p.Long = append(p.Long, strings.Join(words, " "))
			}
		}
	}
}

// paragraphs returns the running text of a page, and the items of its lists.
func paragraphs(text string) (all []string) {
	var b strings.Builder
	flush := func() {
		all = append(all, b.String())
		b.Reset()
	}
	fenced := false
	item := regexp.MustCompile(`^\s*([-*]|\d+\.) `)
	for line := range strings.SplitSeq(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			flush()
		case fenced:
		case trimmed == "", trimmed[0] == '#', trimmed[0] == '|',
			strings.HasPrefix(line, "    ") && b.Len() == 0:
			flush()
		default:
			if item.MatchString(line) {
				flush()
			}
			b.WriteString(trimmed + " ")
		}
	}
	flush()
	return all
}
