package lint

import (
	"strings"

	"ftsh/parser/ast"
)

// unquotedDestructive looks for expansions that may become several words, or patterns, in commands
// that destroy their arguments.
func (w walker) unquotedDestructive(c *ast.Simple) {
	words := utility(c.Args)
	n := text(words, 0)
	if !destroys(n, words) || w.facts.functions[n] {
		return
	}
	for _, word := range words[1:] {
		for _, p := range word.Parts {
			switch p := p.(type) {
			case *ast.ParamExp:
				if w.splits(p) {
					w.report(UnquotedDestructive, p,
						"%s gets as many words as %s happens to have: write \"%[2]s\"", n,
						w.source(p))
				}
			case *ast.BashExp:
				if w.splitsInBash(p) {
					w.report(UnquotedDestructive, p,
						"%s gets as many words as %s happens to have: write \"%[2]s\"", n,
						w.source(p))
				}
			case *ast.CmdSubst:
				if !w.facts.plainSubst(p) {
					w.report(UnquotedDestructive, p,
						"%s gets as many words as the output of %s happens to have: write "+
							"\"%[2]s\"", n, w.source(p))
				}
			}
		}
	}
}

// destroys reports whether a command destroys the files named by its words.
func destroys(name string, words []*ast.Word) bool {
	switch name {
	case "rm", "rmdir", "unlink", "shred", "mv", "dd", "wipefs", "truncate", "blkdiscard", "mkswap":
		return true
	case "chmod", "chown", "chgrp":
		return hasFlag(words, "R", "recursive")
	case "rsync":
		for _, w := range words {
			if strings.HasPrefix(lead(w), "--delete") {
				return true
			}
		}
	}
	return strings.HasPrefix(name, "mkfs")
}

// splitsInBash is splits for an expansion of bash. The elements of an array are meant to be several
// words, but not as many as the blanks in them make.
func (w walker) splitsInBash(p *ast.BashExp) bool {
	switch p.Op {
	case ast.ParamLength, ast.ParamKeys, ast.ParamNames, ast.ParamAlternate:
		return false
	}
	if p.Subscript != nil && p.Subscript.All != 0 {
		return true
	}
	return w.splits(&ast.ParamExp{Name: p.Name})
}

// splits reports whether an unquoted expansion may unintentionally become several words.
func (w walker) splits(p *ast.ParamExp) bool {
	if w.facts.plainParam(p) {
		return false
	}
	if p.Op == ast.ParamLength || p.Name == "#" || p.Name == "?" || p.Name == "$" ||
		p.Name == "!" || p.Name == "-" {
		return false
	}
	if p.Op == ast.ParamAlternate && len(p.Arg.Parts) == 1 {
		if _, ok := p.Arg.Parts[0].(*ast.DblQuoted); ok {
			return false // ${x+"$x"}
		}
	}
	// A variable of options, or with a plural name, is meant to be several words, or none.
	name := strings.ToLower(p.Name)
	if len(name) > 3 && strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") {
		return false
	}
	for _, part := range []string{"opt", "flag", "arg", "verbose", "force", "quiet", "list",
		"pattern", "glob"} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}
