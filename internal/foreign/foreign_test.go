package foreign

import (
	"strings"
	"testing"

	"ftsh/internal/syntax"
)

// refusal returns the findings for which a script is refused, as line:column.
func refusal(text string) string {
	err := Refusal(text, syntax.Options{Name: "s", Blocks: true})
	if err == nil {
		return "none"
	}
	var places []string
	for line := range strings.Lines(err.Error()) {
		if fields := strings.SplitN(line, ":", 4); len(fields) == 4 && len(fields[1]) < 4 {
			places = append(places, fields[1]+":"+fields[2])
		}
	}
	return strings.Join(places, " ")
}

func TestBash(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"((i++))", "2:1"},
		{"((i=0)) && a", "2:1"},
		{"( (a) )", "none"},
		{"((a); b)", "none"},
		{"a &>f", "2:1"},
		{"{ a; } &>>f | b", "2:1"},
		{"a & >f", "none"},
		{"a >f & b", "none"},
		{"x=$(<f) y=$(< \"$z\")", "2:3 2:11"},
		{"x=$(<f a) y=$(a <f) z=$(>f)", "none"},
		{"echo {1..3} {a..c} {01..10..3} {-1..1} x{a,b}y {a,{b,c}}",
			"2:6 2:13 2:20 2:32 2:40 2:48"},
		{"echo {a} {} { } {1..$n} '{a,b}' \"{a,b}\" \\{a,b} a,b HEAD@{1} ${x}, {1..} {ab..c}",
			"none"},
		{"x={a,b}", "none"},
		{"cat <<'E'\n$[1+2] $RANDOM\nE\ncat <<E\n$RANDOM\nE", "6:1"},
		{"echo ${x: -1} ${x:$n:2} ${x:1} ${x/a} ${x^} ${!x} ${x@Q} ${x[1]} ${PIPESTATUS[0]}",
			"2:6 2:15 2:25 2:32 2:39 2:45 2:51 2:58 2:66"},
		{"echo >f{a,b}", "2:7"},
		{"for i in {1..3}; do a; done", "2:10"},
		{"[[ a < b ]]", "2:1"},
		{"case $x in [[:alpha:]]*) a;; esac", "none"},
		{"a+=b; a[0]=c", "2:1 2:7"},
		{"echo $HOSTNAME", "2:6"},
		{"HOSTNAME=$(uname -n); echo $HOSTNAME", "none"},
		{"read -r RANDOM; echo $RANDOM", "none"},
		{"for UID in 1 2; do echo $UID; done", "none"},
		{"echo ${EUID} ${#UID} ${UID%0} ${UID:-0} ${BASH_VERSION:+x}", "2:6 2:14 2:22"},
		{"echo $((RANDOM % 6)) $((i + 1))", "2:6"},
		{"SECONDS=0; echo $SECONDS", "2:17"},
		{"RANDOM=$$; echo $RANDOM", "2:17"},
		{"cd $_", "2:4"},
		{"echo ~+ ~- ~ ~root", "2:6 2:9"},
		{"echo $\"a\" \"b$\"\"c\" $'d'", "2:7"},
		{"echo $[1+2] \"$[1]\" '$[1]' \\$[1]", "2:6 2:14"},
		{"echo $((i++)) $((2**3)) $((10#08)) $((a[1])) $((1,2))", "2:6 2:15 2:25 2:36 2:46"},
		{"echo $((1 - -1)) $((a ? b : c)) $((x += 1)) $(($x$y))", "none"},
		{"declare -i x; typeset y; shopt -s z", "2:1 2:15 2:26"},
		{"declare() { a; }; declare x", "none"},
		{"[ a == b ]; test a == b; [ -v x ]; [ ! -v x ]; [ -a f ]", "2:5 2:20 2:28 2:40 2:50"},
		{"[ a = b -a c = d ]; [ a -a b ]; [ -v = x ]; [ \"$x\" -o -n y ]", "none"},
		{"read x; read -r -p p x; read -d '' x; read -rp p x", "none"},
		{"read -t 1 x; read -n1 x; read -a x; read; read -r", "2:6 2:19 2:31 2:37 2:43"},
		{"trap a EXIT INT; trap - ERR; trap b SIGINT", "2:25"},
		{"set -euo pipefail; set -x; set -- -E; set -o nounset", "none"},
		{"set -eE; set -o errtrace; set +H", "2:5 2:17 2:31"},
		{"local -r x; export -n y; unset -f z; readonly -a w", "2:7 2:20 2:47"},
		{"exit -1; [[ a ]]", "2:6 2:10"},
		{"return 1", "none"},
		{"echo a\\\\tb; echo -n 'a\\nb'; printf 'a\\nb'; echo 'a\\d' \"$x\\ \"", "2:6 2:21"},
		{"echo -e a; echo -E b; echo -n c; echo -", "2:6 2:17"},
		{"printf '%q' a; printf -- '%(%F)T' b; printf '%d%%(q' 1; printf -v x c", "2:8 2:26 2:64"},
		{"exec {fd}<f\n[[ a ]]", "2:6 3:1"},
		{"echo {fd} <f", "none"},
		{"a >&f; b >&\"$dir/log\"; c >&2; d 2>&1; e >&\"$fd\"; f 2>&1-", "2:3 2:10 2:52"},
		{"g++ a.c; c++ b.c", "none"},
		{"a; exit\n[[ a ]]", "none"},
		{"a\nif", "none"},
		{"[[ a ]]\nif", "2:1"},
	} {
		if got := refusal("#!/bin/bash\n" + c.script + "\n"); got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
		if got := refusal("#!/bin/sh\n" + c.script + "\n"); got != "none" {
			t.Errorf("%s, of sh: %s", c.script, got)
		}
	}
}

func TestOriginal(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"a -> v", "1:3"},
		{"a b ->v", "1:5"},
		{"a ->> v; a -< v; a 2-> v; a ->& v; a 1->>v", "1:3 1:12 1:20 1:29 1:38"},
		{"a - > v; a - >v; a -> ./v; a ->\"v\"; a -> v.x; a ->&2; a --> v; a x-> v; cut -c 2->v",
			"none"},
		{"echo 'a -> v' # b -> c", "none"},
		{"cat <<E\na -> v\nE", "none"},
		{"function f\n a\nend", "1:1"},
		{"function f\n a", "none"},
		{"function() { a; }\nfunction f\nend", "none"},
		{"x=$a .add. 1; .mul. 2; .add.", "1:6 1:15"},
		{"return $1 .sub. 1; shift $1 .add. 1; 1 .lt. 2", "1:11 1:29 1:40"},
		{"if $x .eq. y; then a; fi; until $x .gt. 3 && b; do a; done", "1:7 1:36"},
		{"$grep .eq. f; echo 1 .add. 2; .nope. x; x=.add.", "none"},
		{"forany i in 1 .to. 5\n a\nend; for i in $a .to. $b .step. 2; do a; done", "1:15 3:18"},
		{"for o in .to. .eq.; do a; done", "none"},
		{"if .exists. f; then a; fi; .isdir. x", "1:4 1:28"},
	} {
		if got := refusal(c.script + "\n"); got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
	}
}
