package lint

import "testing"

func TestLoopInput(t *testing.T) {
	runRule(t, LoopInput, []ruleCase{
		{"while read -r h; do\n ssh $h uptime\ndone <hosts", []string{"2:2 ssh reads the lines " +
			"that are meant for the read of the loop, which then ends: write ssh -n"}},
		{"a | while IFS= read -r h; do\n if try 3 times; ssh $h a; end; then x=$(sudo ssh $h b); " +
			"fi\ndone", []string{"2:18 ssh reads", "2:42 ssh"}},
		{"while read -r f; do ffmpeg -i $f o; done", []string{"1:21 ffmpeg reads the lines that " +
			"are meant for the read of the loop, which then ends: write ffmpeg -nostdin"}},
		{"while read -r h; do\n ssh -n $h a\n ssh -fN $h\n ssh $h a </dev/null\n a | ssh $h b\n " +
			"{ ssh $h a; } <f\n ssh $h a <<E\nE\n ssh $h a &\n try; ssh $h a; end <f\n " +
			"forall x in a b; ssh $h $x; end\n ffmpeg -nostdin -i $h o\n scp a $h:\ndone <f", nil},
		{"while read -r h <&3; do ssh $h a; done 3<f\nfor h in a; do ssh $h a; done\nf() { ssh " +
			"$h a; }\nwhile read -r h; do f; done <f", nil},
	})
}
