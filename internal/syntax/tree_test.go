package syntax

import (
	"testing"
)

func TestTree(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{`echo a b`, "[echo a b]"},
		{`x=1 y= cmd >f 2>&1 <&- 3<>g >|h >>i a`, "[x=1 y= cmd a >f 2>&1 <&- 3<>g >|h >>i]"},
		{`a;b&c`, "[a]; [b] &; [c]"},
		{"a\nb &\n\n c", "[a]; [b] &; [c]"},
		{`a&&b||c|d&`, "[a] && [b] || [c] | [d] &"},
		{"a &&\n# c\n b |\n\n c", "[a] && [b] | [c]"},
		{`! a | b`, "! [a] | [b]"},
		{`! (a)`, "! (sub <[a]>)"},
		{`!(a)`, "! (sub <[a]>)"},
		{`time a | b`, "time [a] | [b]"},
		{`time -p ! a`, "time -p ! [a]"},
		{`! time a`, "time ! [a]"},
		{`time; time -x a; time`, "time []; [time -x a]; time []"},
		{`{ a; }`, "({ <[a]>)"},
		{`{ { a; } }`, "({ <({ <[a]>)>)"},
		{`{ (a) }`, "({ <(sub <[a]>)>)"},
		{`{ { a; } >f }`, "({ <({ <[a]>) >f>)"},
		{`{(a)}`, "({ <(sub <[a]>)>)"},
		{`(a;b)`, "(sub <[a]; [b]>)"},
		{`((a);b)`, "(sub <(sub <[a]>); [b]>)"},
		{`(a) >f 2>g | b`, "(sub <[a]>) >f 2>g | [b]"},
		{`if a; then b; fi`, "(if <[a]> <[b]>)"},
		{`if (a) then (b) elif { c; } then { d; } else (e) fi`,
			"(if <(sub <[a]>)> <(sub <[b]>)>)(elif <({ <[c]>)> <({ <[d]>)>)(else <(sub <[e]>)>)"},
		{"if a\nb\nthen\nc\nelif d\nthen e\nelif f; then g\nelse\nh\nfi >f",
			"(if <[a]; [b]> <[c]>)(elif <[d]> <[e]>)(elif <[f]> <[g]>)(else <[h]>) >f"},
		{`while a; do b; done`, "(while <[a]> <[b]>)"},
		{`until (a) do (b) done`, "(until <(sub <[a]>)> <(sub <[b]>)>)"},
		{`for x do a; done`, "(for x <[a]>)"},
		{`for x; do a; done`, "(for x <[a]>)"},
		{"for x\ndo a; done", "(for x <[a]>)"},
		{"for x\nin a b; do c; done", "(for x in a b <[c]>)"},
		{`for x in; do a; done`, "(for x in <[a]>)"},
		{"for do in do; do do=1; done", "(for do in do <[do=1]>)"},
		{`for in in in; do in; done`, "(for in in in <[in]>)"},
		{`for x in a do done; do b; done`, "(for x in a do done <[b]>)"},
		{`case x in esac`, "(case x)"},
		{`case x in a) esac`, "(case x(a) <>))"},
		{`case x in a|b) c;; (d) ;; *) e;& "f") g; esac`,
			`(case x(a|b) <[c]>)(d) <>)(*)& <[e]>)("f") <[g]>))`},
		{`case x in (esac) a;; esac`, "(case x(esac) <[a]>))"},
		{"case $x\n\nin\n#c\n a )\n\n b\n ;;\n esac", "(case {$x}(a) <[b]>))"},
		{`case x in a) (b) esac`, "(case x(a) <(sub <[b]>)>))"},
		{`case if in if) x;; esac`, "(case if(if) <[x]>))"},
		{`f() { a; }`, "(f() ({ <[a]>))"},
		{"f ( )\n\n(a) >f", "(f() (sub <[a]>) >f)"},
		{`f() if a; then b; fi`, "(f() (if <[a]> <[b]>))"},
		{`f() { a; } | b`, "(f() ({ <[a]>)) | [b]"},
		{`f() for x do a; done`, "(f() (for x <[a]>))"},
		{`time() { a; }`, "(time() ({ <[a]>))"},
		{`echo if then fi { } ! case`, "[echo if then fi { } ! case]"},
		{`\if a; 'if' b; "if" c; i\f d`, `[‹i›f a]; [‹if› b]; ["if" c]; [i‹f› d]`},
		{`>f`, "[>f]"},
		{`2>f`, "[2>f]"},
		{`a2>f 2a>f 2 >f`, "[a2 2a 2 >f >f >f]"},
		{`x=1 if`, "[x=1 if]"},
		{`echo x=1 y=~`, "[echo x=1 y=~]"},
		{`export a=~:~/b c=$x d e=f; command export x=~; command -p readonly y=~ ; local z=~x`,
			"[export =:a={~}:{~}/b =:c={$x} d =:e=f]; [command export =:x={~}]; [command -p " +
				"readonly =:y={~}]; [local =:z={~x}]"},
		{`a=b=c a+=1 1a=2 a`, "[a=b=c a+=1 1a=2 a]"},
		{`x=~ y=a:~b:~/c z="~" w=\~ v=~$x`, `[x={~} y=a:{~b}:{~}/c z="~" w=‹~› v=~{$x}]`},
		{`echo ~ ~a/b a~ ~"x" ~$x \~ "~" ~a:~b`, `[echo {~} {~a}/b a~ ~"x" ~{$x} ‹~› "~" ~a:~b]`},
		{`echo a#b #c`, "[echo a#b]"},
		{`(a)#b`, "(sub <[a]>)"},
		{`in a`, "[in a]"},
	} {
		l, err := Parse(c.src, Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = dump(l)
		}
		if got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}
