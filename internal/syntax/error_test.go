package syntax

import (
	"errors"
	"testing"
)

// TestErrors has the printed errors. A + in front means the text is unfinished.
func TestErrors(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"if a; then\n b\n", `+s:3:1: syntax error: expected "elif", "else" or "fi", found end ` +
			`of file ("if" opened at line 1)`},
		{"if a\n b; fi", `s:2:5: syntax error: expected "then", found "fi" ("if" opened ` +
			`at line 1)`},
		{"if a; then b; done", `s:1:15: syntax error: expected "elif", "else" or "fi", found ` +
			`"done" ("if" opened at line 1)`},
		{"if; then", `s:1:3: syntax error: expected a command, found ";" ("if" opened at line 1)`},
		{"if a; then fi", `s:1:12: syntax error: expected a command, found "fi" ("if" opened ` +
			`at line 1)`},
		{"if a; then b; else fi",
			`s:1:20: syntax error: expected a command, found "fi" ("if" opened at line 1)`},
		{"if a; then b; elif c; fi",
			`s:1:23: syntax error: expected "then", found "fi" ("if" opened at line 1)`},
		{"a && if b; then c; fi d", `s:1:23: syntax error: expected newline, ; or &, found "d"`},
		{"while a; do b; fi",
			`s:1:16: syntax error: expected "done", found "fi" ("while" opened at line 1)`},
		{"while a; b; done",
			`s:1:13: syntax error: expected "do", found "done" ("while" opened at line 1)`},
		{"until a do b; done",
			`s:1:15: syntax error: expected "do", found "done" ("until" opened at line 1)`},
		{"for", `+s:1:4: syntax error: expected a variable name, found end of file ("for" opened ` +
			`at line 1)`},
		{"for 1 in a; do b; done",
			`s:1:5: syntax error: expected a variable name, found "1" ("for" opened at line 1)`},
		{"for $x in a; do b; done",
			`s:1:5: syntax error: expected a variable name, found "$x" ("for" opened at line 1)`},
		{"for x in a; b", `s:1:13: syntax error: expected "do", found "b" ("for" opened ` +
			`at line 1)`},
		{"for x a; do b; done",
			`s:1:7: syntax error: expected "do", found "a" ("for" opened at line 1)`},
		{"for x in a b", `+s:1:13: syntax error: expected a word, ";" or newline, found end of ` +
			`file ("for" opened at line 1)`},
		{"case", `+s:1:5: syntax error: expected a word, found end of file ("case" opened ` +
			`at line 1)`},
		{"case a b in c) d;; esac",
			`s:1:8: syntax error: expected "in", found "b" ("case" opened at line 1)`},
		{"case a in b", `+s:1:12: syntax error: expected ")" or "|", found end of file ("case" ` +
			`opened at line 1)`},
		{"case a in b c) d;; esac",
			`s:1:13: syntax error: expected ")" or "|", found "c" ("case" opened at line 1)`},
		{"case a in b) c", `+s:1:15: syntax error: expected ";;" or "esac", found end of file ` +
			`("case" opened at line 1)`},
		{"case a in b) c; d) e",
			`s:1:18: syntax error: expected ";;" or "esac", found ")" ("case" opened at line 1)`},
		{"case a in ) c;; esac",
			`s:1:11: syntax error: expected a pattern or "esac", found ")" ("case" opened ` +
				`at line 1)`},
		{"case a in b|) c;; esac",
			`s:1:13: syntax error: expected a pattern, found ")" ("case" opened at line 1)`},
		{"case a in b||c) d;; esac",
			`s:1:13: syntax error: expected a pattern, found "|" ("case" opened at line 1)`},
		{"{ a", `+s:1:4: syntax error: expected "}", found end of file ("{" opened at line 1)`},
		{"{ }", `s:1:3: syntax error: expected a command, found "}" ("{" opened at line 1)`},
		{"{ a }", `+s:1:6: syntax error: expected "}", found end of file ("{" opened at line 1)`},
		{"a; }", `s:1:4: syntax error: expected a command, found "}"`},
		{"( a", `+s:1:4: syntax error: expected ")", found end of file ("(" opened at line 1)`},
		{"()", `s:1:2: syntax error: expected a command, found ")" ("(" opened at line 1)`},
		{"(a))", `s:1:4: syntax error: expected a command, found ")"`},
		{"(a) b", `s:1:5: syntax error: expected newline, ; or &, found "b"`},
		{"{ a; } (b)", `s:1:8: syntax error: expected newline, ; or &, found "("`},
		{"f(", `+s:1:3: syntax error: expected ")", found end of file (a function "f" opened ` +
			`at line 1)`},
		{"f() a", `s:1:5: syntax error: expected a compound command as the body, found "a" ` +
			`(function "f" opened at line 1)`},
		{"f()", `+s:1:4: syntax error: expected a compound command as the body, found end of ` +
			`file (function "f" opened at line 1)`},
		{"f(a) { b; }", `s:1:3: syntax error: expected ")", found "a" (a function "f" opened ` +
			`at line 1)`},
		{"f() { a", `+s:1:8: syntax error: expected "}", found end of file ("{" opened at line 1)`},
		{"\"f\"() { a; }", `s:1:1: syntax error: expected a name for the function, found "\"f\""`},
		{"if() { a; }", `s:1:4: syntax error: expected a command, found ")" ("(" opened ` +
			`at line 1)`},
		{"export() { a; }", "s:1:1: syntax error: expected a name for the function, found the " +
			"special builtin export"},
		{"a b() { c; }", `s:1:4: syntax error: expected a word, a redirection or the end of the ` +
			`command, found "("`},
		{"x=1 f() { c; }", `s:1:6: syntax error: expected a word, a redirection or the end of ` +
			`the command, found "("`},
		{"x=(a b)", `s:1:3: syntax error: expected a command name, found "(": there are no ` +
			`arrays: write set -- a b and "$@", or one word per line`},
		{"a &&", "+s:1:5: syntax error: expected a command, found end of file"},
		{"a &&\n", "+s:2:1: syntax error: expected a command, found end of file"},
		{"a && && b", `s:1:6: syntax error: expected a command, found "&&"`},
		{"&& a", `s:1:1: syntax error: expected a command, found "&&"`},
		{"a ||\n|| b", `s:2:1: syntax error: expected a command, found "||"`},
		{"a |", "+s:1:4: syntax error: expected a command, found end of file"},
		{"a | ! b", `s:1:5: syntax error: expected a command, found "!"`},
		{"a | | b", `s:1:5: syntax error: expected a command, found "|"`},
		{"! ! a", `s:1:3: syntax error: expected a command, found "!"`},
		{"!", "+s:1:2: syntax error: expected a command, found end of file"},
		{";", `s:1:1: syntax error: expected a command, found ";"`},
		{"a;;", `s:1:2: syntax error: expected a command, found ";;"`},
		{"a & & b", `s:1:5: syntax error: expected a command, found "&"`},
		{"a;&b", `s:1:2: syntax error: expected a command, found ";&"`},
		{"& a", `s:1:1: syntax error: expected a command, found "&"`},
		{"then", `s:1:1: syntax error: expected a command, found "then"`},
		{"a; done; b", `s:1:4: syntax error: expected a command, found "done"`},
		{"a >", "+s:1:4: syntax error: expected a file name after the redirection, found " +
			"end of file"},
		{"a > ;", `s:1:5: syntax error: expected a file name after the redirection, found ";"`},
		{"a >\nb", "s:1:4: syntax error: expected a file name after the redirection, " +
			"found newline"},
		{"a <<", "+s:1:5: syntax error: expected a here-document delimiter, found end of file"},
		{"a >& | b", `s:1:6: syntax error: expected a file descriptor or -, found "|"`},
		{"99999999999>f", "s:1:1: syntax error: expected a file descriptor, found a number out " +
			"of range"},
		{"'a\nb", `+s:2:2: syntax error: expected a closing "'", found end of file ("'" opened ` +
			`at line 1)`},
		{"\"a", `+s:1:3: syntax error: expected a closing "\"", found end of file ("\"" opened ` +
			`at line 1)`},
		{"\"a$(b\n", `+s:2:1: syntax error: expected ")", found end of file ("$(" opened ` +
			`at line 1)`},
		{"$'a\\'", `+s:1:6: syntax error: expected a closing "'", found end of file ("$'" opened ` +
			`at line 1)`},
		{"`a", "+s:1:3: syntax error: expected a closing \"`\", found end of file (\"`\" opened " +
			"at line 1)"},
		{"`a (`", `s:1:5: syntax error: expected ")", found the closing backquote (a function ` +
			`"a" opened at line 1)`},
		{"`if a`", `s:1:6: syntax error: expected "then", found the closing backquote ("if" ` +
			`opened at line 1)`},
		{"a `\n b\n if ; x`",
			`s:3:5: syntax error: expected a command, found ";" ("if" opened at line 3)`},
		{"a \"`\\`if\\``\"", `s:1:10: syntax error: expected a command, found the closing ` +
			`backquote ("if" opened at line 1)`},
		{"$(a", `+s:1:4: syntax error: expected ")", found end of file ("$(" opened at line 1)`},
		{"$(a; fi)", `s:1:6: syntax error: expected ")", found "fi" ("$(" opened at line 1)`},
		{"$(if a)", `s:1:7: syntax error: expected "then", found ")" ("if" opened at line 1)`},
		{"$((1", `+s:1:5: syntax error: expected "))", found end of file ("$((" opened at line 1)`},
		{"$((1+(2))", `+s:1:10: syntax error: expected "))", found end of file ("$((" opened ` +
			`at line 1)`},
		{"$((a) b)", `s:1:7: syntax error: expected ")", found "b" ("$(" opened at line 1)`},
		{"${a", `+s:1:4: syntax error: expected "}", found end of file ("${" opened at line 1)`},
		{"\"${a-b\"", `+s:1:8: syntax error: expected a closing "\"", found end of file ("\"" ` +
			`opened at line 1)`},
		{"\"${a", `+s:1:5: syntax error: expected "}", found end of file ("${" opened at line 1)`},
		{"${a-'}", `+s:1:7: syntax error: expected a closing "'", found end of file ("'" opened ` +
			`at line 1)`},
		{"cat <<E\n$(a\nE\n",
			`+s:4:1: syntax error: expected ")", found end of file ("$(" opened at line 2)`},
		{"cat <<E\n${a\nE\n",
			`+s:4:1: syntax error: expected "}", found end of file ("${" opened at line 2)`},
		{"a\n\n\tb )", `s:3:4: syntax error: expected a command, found ")"`},
		{"é )", `s:1:4: syntax error: expected a command, found ")"`},
		{"a \x01 )", `s:1:5: syntax error: expected a command, found ")"`},
	} {
		if got := failure(c.src, Options{Name: "s", Blocks: true}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// failure returns the error of a text, with a + in front if the text is unfinished.
func failure(src string, opts Options) string {
	_, err := Parse(src, opts)
	var e *Error
	if !errors.As(err, &e) {
		return "none"
	}
	if e.Incomplete {
		return "+" + e.Error()
	}
	return e.Error()
}

func TestBlockErrors(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"try for 5 parsecs\na\nend",
			`s:1:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found ` +
				`"parsecs" ("try" opened at line 1)`},
		{"try for 5\na\nend", `s:1:10: syntax error: expected a unit of time (ms, s, m, h, d or ` +
			`w), found newline ("try" opened at line 1)`},
		{"try for\na\nend", `s:1:8: syntax error: expected a number of times, a duration or ` +
			`forever, found newline ("try" opened at line 1)`},
		{"try 5 times 3 times\na\nend",
			`s:1:13: syntax error: expected one count and one duration at most, found "3" ("try" ` +
				`opened at line 1)`},
		{"try 1 hour or 2 hours\na\nend",
			`s:1:15: syntax error: expected one count and one duration at most, found "2" ("try" ` +
				`opened at line 1)`},
		{"try forever or 3 times\na\nend",
			`s:1:16: syntax error: expected forever alone, found "3" ("try" opened at line 1)`},
		{"try 3 times or\na\nend", `s:1:15: syntax error: expected a number of times, a duration ` +
			`or forever, found newline ("try" opened at line 1)`},
		{"try 3 times hedge 5 s\na\nend", `s:1:13: syntax error: expected a limit, every, ` +
			`timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, journal, contained, scratch, ; or a ` +
			`newline, found "hedge" ("try" opened at line 1): it is a clause of forany`},
		{"forany h through m in a b\nc\nend",
			`s:1:18: syntax error: expected a name for each alternative ("m-$h"), found "m" ` +
				`("forany" opened at line 1)`},
		{"forany h through m-$h jobs 2 in a b\nc\nend",
			`s:1:23: syntax error: expected ordered, timeout, hedge, streaming, grace, signal, through, ` +
				`journal, contained, scratch, table, in, ; or a newline, found "jobs" ("forany" opened at line ` +
				`1): jobs is for the through of a try: write one in the body`},
		{"try 3 times scratch\na\nend",
			`s:1:20: syntax error: expected the name of a directory, or file and the name of a file, ` +
				`found newline ("try" opened at line 1)`},
		{"try 3 times scratch timeout 5s\na\nend",
			`s:1:21: syntax error: expected the name of a directory, or file and the name of a file, ` +
				`found "timeout" ("try" opened at line 1)`},
		{"try 3 times scratch file every 5s\na\nend",
			`s:1:26: syntax error: expected the name of a file (a directory of the name file is ` +
				`./file), found "every" ("try" opened at line 1)`},
		{"try 3 times scratch a scratch b\na\nend",
			`s:1:23: syntax error: expected each clause once, found "scratch" ("try" opened at line 1)`},
		{"forall h scratch out in a b\na\nend",
			`s:1:18: syntax error: expected a name for each branch ("out/$h"), found "out" ` +
				`("forall" opened at line 1)`},
		{"forall h scratch $h via slurm in a b\na\nend",
			`s:1:18: syntax error: expected either via or scratch, found "$h" ("forall" opened at line 1)`},
		{"forany h through \"m\" in a b\na\nend",
			`s:1:18: syntax error: expected a name for each alternative ("m-$h"), found "\"m\"" ("forany" ` +
				`opened at line 1)`},
		{"forall h scratch 'o' in a b\na\nend",
			`s:1:18: syntax error: expected a name for each branch ("o/$h"), found "'o'" ("forall" opened ` +
				`at line 1)`},
		{"forall h through m jobs 2 in a b\na\nend",
			`s:1:10: syntax error: expected jobs, timeout, keepgoing, grouped, tagged, via, grace, signal, ` +
				`journal, contained, scratch, table, in, ; or a newline, found "through" ("forall" opened ` +
				`at line 1): it is a clause of try and forany: write a try through it in the body`},
		{"try 3 times table t.tsv\na\nend",
			`s:1:13: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, ` +
				`transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, ` +
				`found "table" ("try" opened at line 1): it is a clause of forany and forall`},
		{"try 3 times on oom\na\nend",
			`s:1:16: syntax error: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found ` +
				`"oom" ("try" opened at line 1): the next attempt has the reason in FTSH_VIA_REASON`},
		{"try 3 times scratch dir data\na\nend",
			`s:1:25: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, ` +
				`transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, ` +
				`found "data" ("try" opened at line 1): write scratch data for a directory`},
		{"try 3 times permanent '*x*' or '*y*'\na\nend",
			`s:1:29: syntax error: expected a clause, or a pattern with a *, found "or" ("try" opened at ` +
				`line 1): write the patterns without or`},
		{"try 3 times containd\na\nend",
			`s:1:13: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, ` +
				`transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, ` +
				`found "containd" ("try" opened at line 1): write contained`},
		{"try 3 times --timeout 5s\na\nend",
			`s:1:13: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, ` +
				`transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, ` +
				`found "--timeout" ("try" opened at line 1): write timeout`},
		{"forall h table t-$h in a b\na\nend",
			`s:1:16: syntax error: expected a file for all words, without $h, found "t-$h" ("forall" ` +
				`opened at line 1)`},
		{"forall h in a b scratch out/$h\na\nend",
			`s:1:17: syntax error: expected clauses before in, found "scratch" ("forall" opened at line 1)`},
		{"forany h in a b scratch file \"$h.x\"\na\nend",
			`s:1:17: syntax error: expected clauses before in, found "scratch" ("forany" opened at line 1)`},
		{"forany h in a b through \"m-$h\" for 1 hour\na\nend",
			`s:1:17: syntax error: expected clauses before in, found "through" ("forany" opened at line 1)`},
		{"forall h in a b table \"t-$h\"\na\nend",
			`s:1:17: syntax error: expected clauses before in, found "table" ("forall" opened at line 1)`},
		{"try 3 times through\na\nend",
			`s:1:20: syntax error: expected the name of a resource, found newline ("try" opened ` +
				`at line 1)`},
		{"try 3 times through every 5s\na\nend",
			`s:1:21: syntax error: expected the name of a resource, found "every" ("try" opened ` +
				`at line 1)`},
		{"try 3 times through 'mirror jobs 1'\na\nend",
			`s:1:21: syntax error: expected the name of a resource, found "'mirror jobs 1'" ` +
				`("try" opened at line 1): jobs stands after the closing quote`},
		{"forany h through \"m-$h for 10 minutes\" in a b\nc\nend",
			`s:1:18: syntax error: expected the name of a resource, found "\"m-$h for 10 minutes\"" ` +
				`("forany" opened at line 1): for stands after the closing quote`},
		{"try 3 times through x budget 20\na\nend",
			`s:1:30: syntax error: expected a percentage (20%), found "20" ("try" opened ` +
				`at line 1)`},
		{"try 3 times through x jobs 0\na\nend",
			`s:1:28: syntax error: expected a whole number from 1 to 1024, found "0" ("try" ` +
				`opened at line 1)`},
		{"try 3 times through x jobs 1025\na\nend",
			`s:1:28: syntax error: expected a whole number from 1 to 1024, found "1025" ("try" ` +
				`opened at line 1)`},
		{"try 3 times through x break 65 in 5s\na\nend",
			`s:1:29: syntax error: expected a whole number from 1 to 64, found "65" ("try" ` +
				`opened at line 1)`},
		{"try 3 times through x break 5 on 1\na\nend",
			`s:1:31: syntax error: expected "in" and a duration after break 5, found "on" ` +
				`("try" opened at line 1)`},
		{"try 3 times through x jobs 1 jobs 2\na\nend",
			`s:1:30: syntax error: expected each of budget, jobs and break once, found "jobs" ` +
				`("try" opened at line 1)`},
		{"try 3 times through x on 1 jobs 2\na\nend",
			`s:1:28: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, ` +
				`transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, found "jobs" ("try" ` +
				`opened at line 1): it stands directly after the name of through`},
		{"try 3 times journal\na\nend",
			`s:1:20: syntax error: expected the name of a journal, found newline ("try" opened ` +
				`at line 1)`},
		{"try 3 times journal a journal b\na\nend",
			`s:1:23: syntax error: expected each clause once, found "journal" ("try" opened ` +
				`at line 1)`},
		{"try 3 times every 1 s every 2 s\na\nend",
			`s:1:23: syntax error: expected each clause once, found "every" ("try" opened ` +
				`at line 1)`},
		{"try 3 times every 1 s backoff full\na\nend",
			`s:1:23: syntax error: expected either every or backoff, found "backoff" ("try" ` +
				`opened at line 1)`},
		{"try 3 times on 1 except 2\na\nend",
			`s:1:18: syntax error: expected either on or except, found "except" ("try" opened ` +
				`at line 1)`},
		{"try for 0 s\na\nend",
			`s:1:9: syntax error: expected a duration greater than zero, found "0" ("try" opened ` +
				`at line 1)`},
		{"try 0 times\na\nend", `s:1:5: syntax error: expected a whole number greater than zero, ` +
			`found "0" ("try" opened at line 1)`},
		{"try 1.5 times\na\nend",
			`s:1:5: syntax error: expected a whole number greater than zero, found "1.5" ("try" ` +
				`opened at line 1)`},
		{"try for 1 hour timeout 0s\na\nend",
			`s:1:24: syntax error: expected a duration greater than zero, found "0s" ("try" ` +
				`opened at line 1)`},
		{"try forever on 0\na\nend", `s:1:16: syntax error: expected exit statuses from 1 to ` +
			`255, such as 75 or 1,2 or 64-78, found "0" ("try" opened at line 1)`},
		{"try forever on 300\na\nend", `s:1:16: syntax error: expected exit statuses from 1 to ` +
			`255, such as 75 or 1,2 or 64-78, found "300" ("try" opened at line 1)`},
		{"try forever on 5-2\na\nend", `s:1:16: syntax error: expected exit statuses from 1 to ` +
			`255, such as 75 or 1,2 or 64-78, found "5-2" ("try" opened at line 1)`},
		{"try forever on a\na\nend", `s:1:16: syntax error: expected exit statuses from 1 to ` +
			`255, such as 75 or 1,2 or 64-78, found "a" ("try" opened at line 1)`},
		{"try forever on", `+s:1:15: syntax error: expected exit statuses from 1 to 255, such as ` +
			`75 or 1,2 or 64-78, found end of file ("try" opened at line 1)`},
		{"try forever every\na\nend",
			`s:1:18: syntax error: expected a duration such as 90s or 5 minutes, found newline ` +
				`("try" opened at line 1)`},
		{"try forever every x\na\nend",
			`s:1:19: syntax error: expected a duration such as 90s or 5 minutes, found "x" ` +
				`("try" opened at line 1)`},
		{"try forever backoff\na\nend",
			`s:1:20: syntax error: expected a backoff policy, found newline ("try" opened ` +
				`at line 1)`},
		{"try forever backoff nosuch\na\nend", `s:1:21: syntax error: expected a backoff policy ` +
			`(ftsh, thain, ethernet, gauss, google-http, google-drive, aws-simpledb, aws-api, ` +
			`full, equal, decorrelated, fixed, linear or fibonacci), from, to, factor or jitter, ` +
			`found "nosuch" ("try" opened at line 1)`},
		{"try for 1 hour 30\na\nend",
			`s:1:16: syntax error: expected one count and one duration at most, found "30" ` +
				`("try" opened at line 1)`},
		{"try for 1 hour | a; end",
			`s:1:16: syntax error: expected ; or a newline after the header of try, found "|" ` +
				`("try" opened at line 1)`},
		{"try for 1 hour > f\na\nend", `s:1:16: syntax error: expected ; or a newline after the ` +
			`header of try, found ">" ("try" opened at line 1): write redirections after end`},
		{"try for 1 hour && a; end",
			`s:1:16: syntax error: expected ; or a newline after the header of try, found "&&" ` +
				`("try" opened at line 1)`},
		{"try for 1 hour & a; end",
			`s:1:16: syntax error: expected ; or a newline after the header of try, found "&" ` +
				`("try" opened at line 1)`},
		{"try for 1 hour; end", `s:1:17: syntax error: expected a command, found "end" ("try" ` +
			`opened at line 1): write : for a list that does nothing and succeeds`},
		{"try for 1 hour\na\n", `+s:3:1: syntax error: expected "sense", "check", "catch" or ` +
			`"end", found end of file ("try" opened at line 1)`},
		{"a\n  try for 1 hour\na\ntry 3 times\nb\nend\n",
			`+s:7:1: syntax error: expected "sense", "check", "catch" or "end", found end of ` +
				`file ("try" opened at line 2)`},
		{"try 3 times\na && end",
			`s:2:6: syntax error: expected a command, found "end" ("try" opened at line 1)`},
		{"try 3 times\na | catch\nend",
			`s:2:5: syntax error: expected a command, found "catch" ("try" opened at line 1)`},
		{"try 3 times\n! end",
			`s:2:3: syntax error: expected a command, found "end" ("try" opened at line 1)`},
		{"try 3 times\na\nend b", `s:3:5: syntax error: expected newline, ; or &, found "b"`},
		{"try 3 times\na\nend; end b; catch", "none"},
		{"{ try 3 times\na\nend b; }",
			`s:3:5: syntax error: expected "}", found "b" ("{" opened at line 1)`},
		{"try 3 times\na\nx=1 end\nend",
			`s:3:5: syntax error: expected a command, found "end" ("try" opened at line 1)`},
		{"try 3 times\na\n>f end\nend",
			`s:3:4: syntax error: expected a command, found "end" ("try" opened at line 1)`},
		{"try 3 times\na\ncatch x\nend",
			`s:3:7: syntax error: expected ; or a newline after "catch", found "x" ("try" ` +
				`opened at line 1): the failure is in $FTSH_ERROR, the status in $?`},
		{"try 3 times\na\ncatch | b\nend",
			`s:3:7: syntax error: expected ; or a newline after "catch", found "|" ("try" ` +
				`opened at line 1)`},
		{"try 3 times\na\ncatch && b\nend",
			`s:3:7: syntax error: expected ; or a newline after "catch", found "&&" ("try" ` +
				`opened at line 1)`},
		{"try 3 times\na\ncatch >f\nb\nend",
			`s:3:7: syntax error: expected ; or a newline after "catch", found ">" ("try" ` +
				`opened at line 1): write redirections after end`},
		{"try 3 times\na\ncatch\nend", `s:4:1: syntax error: expected a command, found "end" ` +
			`("try" opened at line 1): write : for a catch list that does nothing and succeeds`},
		{"try 3 times\na\ncatch\nb\ncheck\nc\nend",
			`s:5:1: syntax error: expected "end", found "check" ("try" opened at line 1)`},
		{"try 3 times\na\ncatch\nb\ncatch\nc\nend",
			`s:5:1: syntax error: expected "end", found "catch" ("try" opened at line 1)`},
		{"try 3 times\na\ncheck\nb\ncheck\nc\nend",
			`s:5:1: syntax error: expected "catch" or "end", found "check" ("try" opened ` +
				`at line 1)`},
		{"try 3 times\na\nsense\nb\nend",
			`s:3:1: syntax error: expected a time limit or forever in the header of a try with ` +
				`sense, found "sense" ("try" opened at line 1)`},
		{"try\na\nsense\nb\nend", `s:3:1: syntax error: expected a time limit or forever in the ` +
			`header of a try with sense, found "sense" ("try" opened at line 1)`},
		{"try; try $n times; a; sense; b; end; end",
			`s:1:23: syntax error: expected a time limit or forever in the header of a try with ` +
				`sense, found "sense" ("try" opened at line 1)`},
		{"try timeout 5 s; a; sense; b; end",
			`s:1:21: syntax error: expected a time limit or forever in the header of a try with ` +
				`sense, found "sense" ("try" opened at line 1)`},
		{"x=$(try; a; sense; b; end)", `s:1:13: syntax error: expected a time limit or forever ` +
			`in the header of a try with sense, found "sense" ("try" opened at line 1)`},
		{"try for 1 s\na\nsense", `+s:3:6: syntax error: expected ; or a newline after "sense", ` +
			`found end of file ("try" opened at line 1)`},
		{"try for 1 s\na\nsense b\nend",
			`s:3:7: syntax error: expected ; or a newline after "sense", found "b" ("try" ` +
				`opened at line 1)`},
		{"try for 1 s\na\nsense\nend", `s:4:1: syntax error: expected a command, found "end" ` +
			`("try" opened at line 1): write : for a list that does nothing and succeeds`},
		{"try for 1 s\na\nsense\nb\nsense\nc\nend",
			`s:5:1: syntax error: expected "check", "catch" or "end", found "sense" ("try" ` +
				`opened at line 1)`},
		{"try for 1 s\na\ncheck\nb\nsense\nc\nend",
			`s:5:1: syntax error: expected "catch" or "end", found "sense" ("try" opened ` +
				`at line 1)`},
		{"try for 1 s\na && sense\nb\nend",
			`s:2:6: syntax error: expected a command, found "sense" ("try" opened at line 1)`},
		{"forany x in a b\nc\nsense\nd\nend",
			`s:3:1: syntax error: expected "catch" or "end", found "sense" ("forany" opened ` +
				`at line 1)`},
		{"try 3 times\ncatch\nb\nend", `s:2:1: syntax error: expected a command, found "catch" ` +
			`("try" opened at line 1): write : for a list that does nothing and succeeds`},
		{"try 3 times\n(a\nend",
			`+s:3:4: syntax error: expected ")", found end of file ("(" opened at line 2)`},
		{"(try 3 times; a)", `s:1:16: syntax error: expected "check", "catch" or "end", found ` +
			`")" ("try" opened at line 1)`},
		{"$(try 3 times; a)", `s:1:17: syntax error: expected "check", "catch" or "end", found ` +
			`")" ("try" opened at line 1)`},
		{"if try 3 times; a; then b; fi",
			`s:1:20: syntax error: expected "check", "catch" or "end", found "then" ("try" ` +
				`opened at line 1): a block ends with end`},
		{"forany x in a b\nc\ncheck\nd\nend",
			`s:3:1: syntax error: expected "catch" or "end", found "check" ("forany" opened ` +
				`at line 1)`},
		{"forany x every 5 s in a b\nc\nend", `s:1:10: syntax error: expected ordered, timeout, ` +
			`hedge, streaming, grace, signal, through, journal, contained, scratch, table, in, ; or a newline, found "every" ` +
			`("forany" opened at line 1): it is a clause of try`},
		{"forany x ordered ordered in a b\nc\nend",
			`s:1:18: syntax error: expected each clause once, found "ordered" ("forany" opened ` +
				`at line 1)`},
		{"forany x jobs 3 in a b\nc\nend", `s:1:10: syntax error: expected ordered, timeout, ` +
			`hedge, streaming, grace, signal, through, journal, contained, scratch, table, in, ; or a newline, found "jobs" ` +
			`("forany" opened at line 1): it is a clause of forall`},
		{"forall h in $hosts jobs 8\na\nend",
			`s:1:20: syntax error: expected clauses before in, found "jobs" ("forall" opened ` +
				`at line 1)`},
		{"forany h journal j in a b\n:\n",
			`+s:3:1: syntax error: expected "catch" or "end", found end of file ("forany" opened ` +
				`at line 1)`},
		{"forall h journal '/srv/my jobs' keep jobs 2 in a b\n:\n",
			`+s:3:1: syntax error: expected "catch" or "end", found end of file ("forall" opened ` +
				`at line 1)`},
		{"forall h journal /srv/$x via \"$b\" in a b\n:\n",
			`+s:3:1: syntax error: expected "catch" or "end", found end of file ("forall" opened ` +
				`at line 1)`},
		{"forall h via a/b in c\na\nend",
			`s:1:14: syntax error: expected the name of a batch system, found "a/b" ("forall" ` +
				`opened at line 1)`},
		{"forall h in $hosts via slurm\na\nend",
			`s:1:20: syntax error: expected clauses before in, found "via" ("forall" opened ` +
				`at line 1)`},
		{"forall h table \"$d\"/t.tsv jobs 2 in a b\n:\n",
			`+s:3:1: syntax error: expected "catch" or "end", found end of file ("forall" opened ` +
				`at line 1)`},
		{"forall h in $hosts table hosts.tsv\na\nend",
			`s:1:20: syntax error: expected clauses before in, found "table" ("forall" opened ` +
				`at line 1)`},
		{"forall h in $hosts keepgoing\na\nend",
			`s:1:20: syntax error: expected clauses before in, found "keepgoing" ("forall" ` +
				`opened at line 1)`},
		{"forany h in $hosts timeout 5 s\na\nend",
			`s:1:20: syntax error: expected clauses before in, found "timeout" ("forany" opened ` +
				`at line 1)`},
		{"forall h jobs 0 in a\nb\nend",
			`s:1:15: syntax error: expected a whole number greater than zero, found "0" ` +
				`("forall" opened at line 1)`},
		{"forall h jobs in a\nb\nend",
			`s:1:15: syntax error: expected a whole number greater than zero, found "in" ` +
				`("forall" opened at line 1)`},
		{"forall h timeout 0 s in a\nb\nend",
			`s:1:18: syntax error: expected a duration greater than zero, found "0" ("forall" ` +
				`opened at line 1)`},
		{"forall h in a | b; end", `s:1:15: syntax error: expected ; or a newline after the ` +
			`header of forall, found "|" ("forall" opened at line 1)`},
		{"forall h in a; b; ", `+s:1:19: syntax error: expected "catch" or "end", found end of ` +
			`file ("forall" opened at line 1)`},
		{"f() try 3 times; a", `+s:1:19: syntax error: expected "check", "catch" or "end", found ` +
			`end of file ("try" opened at line 1)`},
	} {
		if got := failure(c.src, Options{Name: "s", Blocks: true}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}
