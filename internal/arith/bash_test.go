package arith_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ftsh/internal/arith"
)

// bashEnv holds variables and arrays by name.
type bashEnv struct {
	env
	arrays map[string]map[int64]string
	keyed  map[string]map[string]string
}

func (e *bashEnv) Bind(name string) int { return e.bind(name) }

func (e *bashEnv) bind(name string) int {
	for i, n := range e.names {
		if n == name {
			return i
		}
	}
	return e.env.bind(name)
}

// Get returns element 0 of an array.
func (e *bashEnv) Get(slot int) (string, bool, error) {
	if m := e.arrays[e.names[slot]]; m != nil {
		return m[0], m[0] != "", nil
	}
	return e.env.Get(slot)
}

func (e *bashEnv) Key(text string) string { return text }

func (e *bashEnv) Keyed(slot int) bool { return e.keyed[e.names[slot]] != nil }

func (e *bashEnv) GetElement(slot int, at arith.Subscript) (string, bool, error) {
	if e.Keyed(slot) {
		v, ok := e.keyed[e.names[slot]][at.Key]
		return v, ok, nil
	}
	v, ok := e.arrays[e.names[slot]][at.Index]
	return v, ok, nil
}

func (e *bashEnv) SetElement(slot int, at arith.Subscript, value string) error {
	if e.Keyed(slot) {
		e.keyed[e.names[slot]][at.Key] = value
		return nil
	}
	if at.Index < 0 {
		return errors.New("bad array subscript")
	}
	m := e.arrays[e.names[slot]]
	if m == nil {
		m = map[int64]string{}
		e.arrays[e.names[slot]] = m
	}
	m[at.Index] = value
	return nil
}

func newBashEnv() *bashEnv {
	values := start()
	for _, kv := range bashValues() {
		values[kv[0]] = kv[1]
	}
	return &bashEnv{env: env{values: values},
		arrays: map[string]map[int64]string{"v": {0: "10", 1: "v[0]+1", 2: "x", 5: "50"}},
		keyed:  map[string]map[string]string{"m": {"k": "7", "1+1": "8", "x": "v[1]"}}}
}

// bashValues are variables whose values are expressions.
func bashValues() [][2]string {
	return [][2]string{{"loop", "loop"}, {"ping", "pong+1"}, {"pong", "ping+1"}, {"inc", "x++"},
		{"set", "a=9"}, {"elem", "v[1]"}, {"bad", "1+"}, {"div", "4/0"}, {"deep", "elem*sum"},
		{"wide", "99999999999999999999"}, {"cr", "5\r"}, {"cmd", "v[$(echo 1)]"}}
}

func runBash(expr string) (result, msg string) {
	v := newBashEnv()
	e, err := arith.ParseBash(expr, v.bind)
	n := int64(0)
	if err == nil {
		n, err = e.Eval(v)
	}
	if err != nil {
		return "error", err.Error()
	}
	return fmt.Sprintf("%d %s %s %s%s%s %s", n, v.values["x"], v.values["a"], v.arrays["v"][0],
		v.arrays["v"][2], v.arrays["v"][3], v.keyed["m"]["k"]), ""
}

// askBash evaluates expressions, which are not empty, in bash, with results in the form of runBash,
// and the messages.
func askBash(t *testing.T, exprs []string) (results, messages []string) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	script := `exec 2>&1; declare -A m
	start() { x=3; unset a u; v=([0]=10 [1]="v[0]+1" [2]=x [5]=50) m=([k]=7 [1+1]=8 [x]="v[1]"); }
	while IFS= read -r e; do
	start
	if let "result=($e),1" 2>/dev/null; then
		echo "=$result $x $a ${v[0]}${v[2]}${v[3]} ${m[k]}"
	else
		start
		let "$e"
	fi
	done`
	cmd := exec.Command("bash", "-c", script)
	cmd.Stdin = strings.NewReader(strings.Join(exprs, "\n") + "\n")
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	for name, value := range newBashEnv().values {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, _ := cmd.Output() // the status is that of the last expression
	answers := strings.Split(string(out), "\n")
	if len(answers) != len(exprs)+1 {
		t.Fatalf("%d answers to %d expressions: %q, %q", len(answers)-1, len(exprs),
			answers[len(answers)-2:], exprs[len(answers)-2:min(len(exprs), len(answers)+1)])
	}
	for _, a := range answers[:len(exprs)] {
		if strings.HasPrefix(a, "=") {
			results, messages = append(results, a[1:]), append(messages, "")
		} else {
			results, messages = append(results, "error"), append(messages, a)
		}
	}
	return results, messages
}

func TestBashTable(t *testing.T) {
	rows := []struct{ expr, want, msg string }{
		{"", "0 3  10x 7", ""},
		{" \t", "0 3  10x 7", ""},
		{"x++", "3 4  10x 7", ""},
		{"x--", "3 2  10x 7", ""},
		{"++x", "4 4  10x 7", ""},
		{"-- x", "2 2  10x 7", ""},
		{"x ++ + ++x", "8 5  10x 7", ""},
		{"x - -- x", "1 2  10x 7", ""},
		{"x--1", "error", `syntax error in expression (error token is "1")`},
		{"4--1", "5 3  10x 7", ""},
		{"--4", "4 3  10x 7", ""},
		{"++4", "4 3  10x 7", ""},
		{"1+++x", "5 4  10x 7", ""},
		{"a++ + a++", "1 3 2 10x 7", ""},
		{"4++", "error", `syntax error: operand expected (error token is "+")`},
		{"4++x", "error", `syntax error in expression (error token is "++x")`},
		{"x++y", "error", `syntax error in expression (error token is "y")`},
		{"--x++", "error", `++: assignment requires lvalue (error token is "++")`},
		{"x++ ++", "error", `syntax error: operand expected (error token is "+")`},
		{"2**10", "1024 3  10x 7", ""},
		{"2**3**2", "512 3  10x 7", ""},
		{"-2**2", "4 3  10x 7", ""},
		{"2*3**2", "18 3  10x 7", ""},
		{"2**0", "1 3  10x 7", ""},
		{"0**0", "1 3  10x 7", ""},
		{"3**40", "-6289078614652622815 3  10x 7", ""},
		{"2**64", "0 3  10x 7", ""},
		{"2**-1", "error", `exponent less than 0 (error token is "1")`},
		{"x**=2", "error", `syntax error: operand expected (error token is "=2")`},
		{"1,2", "2 3  10x 7", ""},
		{"a=1,a+=2,a*4", "12 3 3 10x 7", ""},
		{"1?2,3:4", "3 3  10x 7", ""},
		{"0?2:3,4", "4 3  10x 7", ""},
		{"(1,2)+(3,4)", "6 3  10x 7", ""},
		{"1,", "error", `syntax error: operand expected (error token is ",")`},
		{",1", "error", `syntax error: operand expected (error token is ",1")`},
		{"16#ff", "255 3  10x 7", ""},
		{"16#FF", "255 3  10x 7", ""},
		{"2#101", "5 3  10x 7", ""},
		{"10#08", "8 3  10x 7", ""},
		{"36#Z", "35 3  10x 7", ""},
		{"37#A", "36 3  10x 7", ""},
		{"64#Z", "61 3  10x 7", ""},
		{"64#@", "62 3  10x 7", ""},
		{"64#_", "63 3  10x 7", ""},
		{"64#zZ@_", "9428927 3  10x 7", ""},
		{"0x", "0 3  10x 7", ""},
		{"10#", "error", `invalid integer constant (error token is "10#")`},
		{"65#1", "error", `invalid arithmetic base (error token is "65#1")`},
		{"1#1", "error", `invalid arithmetic base (error token is "1#1")`},
		{"0#1", "error", `invalid number (error token is "0#1")`},
		{"0x10#1", "error", `invalid number (error token is "0x10#1")`},
		{"2#1#1", "error", `invalid number (error token is "2#1#1")`},
		{"2#3", "error", `value too great for base (error token is "2#3")`},
		{"1 + 08", "error", `value too great for base (error token is "08")`},
		{"1a", "error", `value too great for base (error token is "1a")`},
		{"1.5", "error", `syntax error: invalid arithmetic operator (error token is ".5")`},
		{"9223372036854775808", "-9223372036854775808 3  10x 7", ""},
		{"99999999999999999999", "7766279631452241919 3  10x 7", ""},
		{"-9223372036854775808", "-9223372036854775808 3  10x 7", ""},
		{"-9223372036854775808/-1", "-9223372036854775808 3  10x 7", ""},
		{"-9223372036854775808%-1", "0 3  10x 7", ""},
		{"1<<64", "1 3  10x 7", ""},
		{"1<<-1", "-9223372036854775808 3  10x 7", ""},
		{"-1>>70", "-1 3  10x 7", ""},
		{"x+=(x=5)", "8 8  10x 7", ""},
		{"x+=x++", "6 6  10x 7", ""},
		{"x+(x=4)", "7 4  10x 7", ""},
		{"sum", "2 3  10x 7", ""},
		{"name", "-5 3  10x 7", ""},
		{"junk", "0 3  10x 7", ""},
		{"gap", "-5 3  10x 7", ""},
		{"sum*sum", "4 3  10x 7", ""},
		{"deep", "22 3  10x 7", ""},
		{"wide", "7766279631452241919 3  10x 7", ""},
		{"inc+inc", "7 5  10x 7", ""},
		{"set", "9 3 9 10x 7", ""},
		{"sum++", "2 3  10x 7", ""},
		{"loop", "error", "expression recursion level exceeded"},
		{"ping", "error", "expression recursion level exceeded"},
		{"0&&loop", "0 3  10x 7", ""},
		{"1+bad", "error", `1+: syntax error: operand expected (error token is "+")`},
		{"div", "error", `4/0: division by 0 (error token is "0")`},
		{"cr", "error", "5\r: syntax error: invalid arithmetic operator (error token is \"\r\")"},
		{"v", "10 3  10x 7", ""},
		{"v[0]", "10 3  10x 7", ""},
		{"v[1]", "11 3  10x 7", ""},
		{"v[x-1]", "3 3  10x 7", ""},
		{"v[v[0]-9]", "11 3  10x 7", ""},
		{"v[9]", "0 3  10x 7", ""},
		{"v[x]=4", "4 3  10x4 7", ""},
		{"v[x++]=4", "4 4  10x4 7", ""},
		{"v[x++]+=4", "4 4  10x4 7", ""},
		{"v[2]++", "3 3  104 7", ""},
		{"++v[x-1]", "4 3  104 7", ""},
		{"v[x]=x=2", "2 2  102 7", ""},
		{"v[0]*=v[1]", "110 3  110x 7", ""},
		{"v[0]--", "10 3  9x 7", ""},
		{"elem", "11 3  10x 7", ""},
		{"m[k]", "7 3  10x 7", ""},
		{"m[1+1]", "8 3  10x 7", ""},
		{"m[x]", "11 3  10x 7", ""},
		{"m[k]+=x", "10 3  10x 10", ""},
		{"m[k]++ + ++m[k]", "16 3  10x 9", ""},
		{"v[", "error", `bad array subscript (error token is "v[")`},
		{"v[0", "error", `bad array subscript (error token is "v[0")`},
		{"v[1]b", "error", `syntax error in expression (error token is "b")`},
		{"v [1]", "error", `syntax error: invalid arithmetic operator (error token is "[1]")`},
		{"1/0", "error", `division by 0 (error token is "0")`},
		{"x/=0", "error", `division by 0 (error token is "0")`},
		{"7%(x-3)", "error", `division by 0 (error token is "(x-3)")`},
		{"0&&1/0", "0 3  10x 7", ""},
		{"1 2", "error", `syntax error in expression (error token is "2")`},
		{"(1", "error", "missing `)' (error token is \"1\")"},
		{"1)", "error", `syntax error in expression (error token is ")")`},
		{"1?2", "error", "`:' expected for conditional expression (error token is \"2\")"},
		{"1?:3", "error", `expression expected (error token is ":3")`},
		{"1?2:", "error", `expression expected (error token is ":")`},
		{"1=2", "error", `attempted assignment to non-variable (error token is "=2")`},
		{"(x)=3", "error", `attempted assignment to non-variable (error token is "=3")`},
		{"1+a=3", "error", `attempted assignment to non-variable (error token is "=3")`},
		{"x++=7", "error", `attempted assignment to non-variable (error token is "=7")`},
		{"--x=7", "error", `attempted assignment to non-variable (error token is "=7")`},
		{"1?2:a=3", "error", `attempted assignment to non-variable (error token is "=3")`},
		{"1+", "error", `syntax error: operand expected (error token is "+")`},
		{"*2", "error", `syntax error: operand expected (error token is "*2")`},
		{"$", "error", `syntax error: operand expected (error token is "$")`},
		{"1 $ 2", "error", `syntax error: invalid arithmetic operator (error token is "$ 2")`},
		{"1 é", "error", `syntax error: invalid arithmetic operator (error token is "é")`},
		{"x=", "error", `syntax error: operand expected (error token is "=")`},
	}
	var exprs []string
	for _, r := range rows {
		if got, msg := runBash(r.expr); got != r.want || msg != r.msg {
			t.Errorf("%q: %q %s, want %q %s", r.expr, got, msg, r.want, r.msg)
		}
		exprs = append(exprs, r.expr)
	}
	t.Run("bash", func(t *testing.T) {
		rows, exprs := rows[2:], exprs[2:] // let takes no empty expression, but $((…)) does
		answers, messages := askBash(t, exprs)
		for i, r := range rows {
			if answers[i] != r.want || !strings.HasSuffix(messages[i], r.msg) &&
				r.msg != "expression recursion level exceeded" {
				t.Errorf("%q: bash says %q %q, want %q %q", r.expr, answers[i], messages[i], r.want,
					r.msg)
			}
		}
	})
}

// TestBashRunsNoCommand has subscripts that would run a command in bash, and one that ends bash.
func TestBashRunsNoCommand(t *testing.T) {
	for _, expr := range []string{"cmd", "cmd++", "v[$(echo 1)]", "v[`echo 1`]", "v[cmd]", "v[1+]"} {
		if got, msg := runBash(expr); got != "error" || !strings.Contains(msg, "operand expected") {
			t.Errorf("%s: %s %s", expr, got, msg)
		}
	}
}

// TestBashIsBounded has values that mention each other twice, and nesting of all kinds.
func TestBashIsBounded(t *testing.T) {
	v := newBashEnv()
	for i := range 100 {
		v.values[fmt.Sprint("d", i)] = fmt.Sprintf("d%d+d%d", i+1, i+1)
	}
	for _, expr := range []string{"d0", strings.Repeat("v[", 5000) + "0" + strings.Repeat("]", 5000),
		strings.Repeat("(", 20000), strings.Repeat("-", 20001) + "1",
		strings.Repeat("2**", 20000) + "1", strings.Repeat("x=", 20000) + "1",
		strings.Repeat("1?", 20000) + "1", strings.Repeat("0?1:", 20000) + "1"} {
		e, err := arith.ParseBash(expr, v.bind)
		if err == nil {
			_, err = e.Eval(v)
		}
		if err == nil || err.Error() != "expression recursion level exceeded" {
			t.Errorf("%.20s…: %v", expr, err)
		}
	}
	if _, err := arith.ParseBash(strings.Repeat("1+", 1<<19)+"11", v.bind); err == nil {
		t.Error("no limit of the length")
	}
}

func TestBashErrorsOfVariables(t *testing.T) {
	want := errors.New("readonly")
	v := newBashEnv()
	v.setErr = want
	for _, expr := range []string{"x=1", "x++", "--x", "x+=1", "inc", "v[inc]"} {
		e, err := arith.ParseBash(expr, v.bind)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Eval(v); err != want {
			t.Errorf("%s: %v", expr, err)
		}
	}
}

// TestBashGenerated compares random expressions, the same in every run, with bash.
func TestBashGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var exprs []string
	for range 1500 {
		exprs = append(exprs, generateBash(r, 4))
	}
	answers, _ := askBash(t, exprs)
	for i, want := range answers {
		expr := exprs[i]
		if got, msg := runBash(expr); got != want {
			t.Errorf("%s: %q %s, bash says %q", expr, got, msg, want)
		}
	}
}

func generateBash(r *rand.Rand, depth int) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	variable := func() string {
		return pick("x", "a", "v[2]", "v[x&3]", "v[1]", "m[k]", "v[a++&3]", "u")
	}
	if depth == 0 {
		return pick("x", "u", "neg", "a", "sum", "inc", "set", "deep", "0x1f", "017", "16#fF",
			"2#101", "64#@_", strconv.Itoa(r.IntN(100)), "v[2]", "m[k]",
			strconv.FormatInt(r.Int64(), 10))
	}
	sub := func() string { return generateBash(r, depth-1-r.IntN(2)*(depth-1)) }
	switch r.IntN(10) {
	case 0:
		return pick("-", "+", "!", "~") + " " + sub()
	case 1:
		return "(" + sub() + pick("", ","+sub()) + ")"
	case 2, 3:
		return "(" + variable() + pick("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=",
			"|=", "^=") + sub() + ")"
	case 4:
		return sub() + "?" + sub() + ":" + sub()
	case 5:
		return pick(pick("++", "--")+variable(), variable()+pick("++", "--"))
	default:
		return sub() + pick("+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=",
			"&", "|", "^", "&&", "||", "**", ",") + " " + sub()
	}
}

func FuzzBash(f *testing.F) {
	for _, s := range []string{"x++ + --v[2]", "m[k]**=2", "a=1,2", "v[v[v[0]]]", "16#f?2:3"} {
		f.Add(s, "x+1")
	}
	f.Fuzz(func(t *testing.T, src, value string) {
		v := newBashEnv()
		v.values["x"] = value
		e, err := arith.ParseBash(src, v.bind)
		if err == nil {
			_, err = e.Eval(v)
		}
		var syntax *arith.Error
		if errors.As(err, &syntax) && (syntax.Offset < 0 || syntax.Offset > len(src)) {
			t.Fatalf("offset %d in %q", syntax.Offset, src)
		}
	})
}

func BenchmarkBashEval(b *testing.B) {
	for _, src := range []string{"i+1", "i=i+1", "i++", "i<1000?i:j"} {
		b.Run(src, func(b *testing.B) {
			v := bashSlots{slots: slots{"12345", "678"}}
			n := 0
			e, err := arith.ParseBash(src, func(string) int { n++; return n - 1 })
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Eval(&v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type bashSlots struct{ slots }

func (*bashSlots) Bind(string) int     { return 0 }
func (*bashSlots) Key(t string) string { return t }
func (*bashSlots) Keyed(int) bool      { return false }
func (*bashSlots) GetElement(int, arith.Subscript) (string, bool, error) {
	return "", false, nil
}
func (*bashSlots) SetElement(int, arith.Subscript, string) error { return nil }
