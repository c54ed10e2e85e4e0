package lint

import "testing"

func TestBashism(t *testing.T) {
	runRule(t, Bashism, []ruleCase{
		{"#!/bin/bash\na", []string{"1:1 the first line names bash: started by its name, the " +
			"script runs in bash"}},
		{"#!/bin/bash\necho 'a\\tb' $HOSTNAME; a=(1 2); set +o bash\ndeclare x",
			[]string{"1:1 ", "3:1 bash's declare"}},
		{"#!/usr/bin/env -S ftsh -o bash\nshopt -s extglob\necho @(a|b) ${x//a} $HOSTNAME\n((i++))\na=(1)", nil},
		{"#!/bin/sh\necho 'a\\tb' $HOSTNAME $UID", nil},
		{"[[ -e f ]]\n[ a == b ]\nsource f\nlet x=1\ndeclare -a y\nshopt -s x",
			[]string{"1:1 bash's [[: write [ ... ]", "2:5 == is bash's: write =",
				"3:1 bash's source: write .", "4:1 bash's let: write x=$((...))",
				"5:1 bash's declare", "6:1 bash's shopt"}},
		{"echo -e 'a\\n'\necho -ne x", []string{"1:6 echo prints -e here",
			"2:6 echo prints -ne here"}},
		{"cp f{,.old}\nmkdir {a,b}\nfor i in {1..3}; do :; done\ntouch {1..3}",
			[]string{"1:4 braces are not expanded: this is the word f{,.old} itself",
				"2:7 braces are not expanded: this is the word {a,b} itself; write the words",
				"3:10 braces are not expanded: this is the word {1..3} itself; write $(seq 1 3)",
				"4:7 braces"}},
		{"a &>f\nb", []string{"1:1 &> is & and > here"}},
		{"(( i > 3 ))", []string{"1:1 (( … )) is a subshell here"}},
		{"x=${y//a/b} z=${y:1:2} w=${y^^} v=${a[0]}",
			[]string{"1:3 ${y//a/b} is none of ftsh's", "1:15 ", "1:26 ", "1:35 "}},
		{"echo $RANDOM", []string{"1:6 RANDOM is bash's, and unset here"}},
		{"set -o bash\ndeclare -a y=(1)\nlocal -a z\nset +o bash\ndeclare x",
			[]string{"5:1 bash's declare"}},
		{"a+=b", []string{"1:1 bash's +=: write a=\"$a...\""}},
		{"read -t 5 y\nexport -f f\ntrap a ERR\nprintf -v x y",
			[]string{"1:6 read -t is bash's: write try timeout 5s",
				"2:8 export -f is bash's: functions cannot", "3:8 the condition ERR",
				"4:8 printf -v"}},
		{"a &>>f\nb |\nc &>g | d", []string{"1:1 &>> is & and >> here", "2:1 &> is & and > here"}},
		{"x=$(< f)\ny=$(<\"$f\")", []string{"1:3 $(< file) is empty here: write $(cat f)",
			"2:3 $(< file) is empty here: write $(cat \"$f\")"}},
		{"type -t ls\nwait -n\nset -E\nexit -1", []string{"1:6 type -t is bash's: write " +
			"command -v NAME", "2:6 wait -n is bash's", "3:5 set -E is bash's: leave it out",
			"4:6 a status is 0 to 255 here: write exit 255"}},
		{"echo $((2**n)) $((i++))\nls >& f",
			[]string{"1:6 there is no **: write", "1:16 there is no ++ or --: write i=$((i + 1))",
				"2:4 >& takes a descriptor here: write >f 2>&1"}},
		{"read -p x y\ng++ a.c\necho $((a - -1)) $(cat < f) >&2\nls >&$fd", nil},
		{"#!/bin/sh\necho -n x\necho - -e\necho \"$RANDOM_\"\nRANDOM=3; echo $RANDOM", nil},
		{"find . -exec rm {} \\;\necho '{a,b}' \"{1..3}\" {} { } {a}\nawk '{a,b}'\ngit show " +
			"HEAD@{1}", nil},
		{"a & >f\n((a); b)\n( (a) )\necho $((1 > 2))", nil},
		{"source() { :; }\nsource f\nread -r x\nread -d '' x\n${x:-$RANDOM_} ${RANDOM:-1}", nil},
	})
}

func TestOriginal(t *testing.T) {
	runRule(t, Original, []ruleCase{
		{"date -> now", []string{"1:6 -> is of the original ftsh, and would write a file now " +
			"here: write now=$(date ...)"}},
		{"cut -f1 -< line\nx ->> log\nx ->& all\nx 2-> err\nx ->v",
			[]string{"1:9 -< is of the original ftsh, and would read a file line", "2:3 ->> is",
				"3:3 ->& is", "4:3 2-> is", "5:3 -> is"}},
		{"cat - > f\ncat - >f\ncat ->/f\ncat -> f.txt\ncat -> \"$f\"\ncat ->&2\ncut -f 2->f\ncat " +
			"- <<E\nE\ntar cf - a > b", nil},
		{"function f\n a\nend\nx=$a .add. 1\nforall i in 1 .to. 5\n a\nend",
			[]string{"1:1 this is a function of the original ftsh: write f() { ...; }",
				"4:6 .add. is of the original ftsh: write $((a + b))", "5:15 .to. is"}},
		{"if .exists. f; then a; fi\nwhile $x .lt. 5; do a; done\nf() { return $1 .add. 1; }",
			[]string{"1:4 .exists. is", "2:10 .lt. is", "3:17 .add. is"}},
		{"grep .eq. f\nfor o in .eq. .ne. .lt.; do a; done\necho 1 .add. 2\nfunction f\n{\n " +
			"a\n}\nfunction() { :; }", nil},
	})
}
