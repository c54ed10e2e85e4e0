package arith_test

import (
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// A row is an expression and its expected result: its value and then the values of x and a, or
// "error".
type row struct {
	expr, want string
	except     string // why bash differs, if it does; dash differs only for least
}

const least = "dash makes the greatest number of the constant before the minus"

// start returns the initial variables of the table; a and u are unset.
func start() map[string]string {
	return map[string]string{"x": "3", "emp": "", "neg": "-5", "pos": "+5", "sp": " 5\t",
		"blank": "  ",
		"sum":   "1+1", "name": "neg", "oct": "010", "hex": "-0x10", "badoct": "09", "flt": "1.5",
		"junk": "abc", "min": "-9223372036854775808", "big": "9223372036854775808", "gap": "- 5"}
}

func rows() []row {
	const (
		empty    = "takes an empty expression for 0"
		wraps    = "wraps constants beyond the range"
		comma    = "has the comma, which POSIX does not require"
		incr     = "has ++ and --, which POSIX does not require"
		power    = "has **, which POSIX does not require"
		bases    = "has constants of other bases"
		hex0     = "takes 0x for 0"
		value    = "evaluates a variable's value as an expression"
		overflow = "wraps values beyond the range"
	)
	return []row{
		{"", "error", empty},
		{" \t", "error", empty},
		{"0", "0 3 ", ""},
		{" 1 +\t2\n", "3 3 ", ""},
		{"1+1*2", "3 3 ", ""},
		{"(1+2)*3", "9 3 ", ""},
		{"-5/2", "-2 3 ", ""},
		{"-5%2", "-1 3 ", ""},
		{"5/-2", "-2 3 ", ""},
		{"7%-3", "1 3 ", ""},
		{"010", "8 3 ", ""},
		{"08", "error", ""},
		{"0x1F", "31 3 ", ""},
		{"0XfF", "255 3 ", ""},
		{"0x", "error", hex0},
		{"0xg", "error", ""},
		{"1a", "error", ""},
		{"1e3", "error", ""},
		{"1.5", "error", ""},
		{"0b11", "error", ""},
		{"2#11", "error", bases},
		{"9223372036854775807", "9223372036854775807 3 ", ""},
		{"9223372036854775808", "9223372036854775807 3 ", wraps},
		{"99999999999999999999", "9223372036854775807 3 ", wraps},
		{"0xffffffffffffffff", "9223372036854775807 3 ", wraps},
		{"-9223372036854775808", "-9223372036854775808 3 ", least},
		{"1- -0x8000000000000000", "-9223372036854775807 3 ", least},
		{"-9223372036854775809", "-9223372036854775807 3 ", wraps},
		{"-(9223372036854775808)", "-9223372036854775807 3 ", wraps},
		{"9223372036854775807+1", "-9223372036854775808 3 ", ""},
		{"9223372036854775807*2", "-2 3 ", ""},
		{"-9223372036854775807-2", "9223372036854775807 3 ", ""},
		{"1/0", "error", ""},
		{"1%0", "error", ""},
		{"1<<2", "4 3 ", ""},
		{"1<<63", "-9223372036854775808 3 ", ""},
		{"1<<64", "1 3 ", ""},
		{"1<<-1", "-9223372036854775808 3 ", ""},
		{"-1>>1", "-1 3 ", ""},
		{"8>>65", "4 3 ", ""},
		{"~0", "-1 3 ", ""},
		{"!0", "1 3 ", ""},
		{"!!5", "1 3 ", ""},
		{"- -3", "3 3 ", ""},
		{"-+3", "-3 3 ", ""},
		{"~-1", "0 3 ", ""},
		{"!1+1", "1 3 ", ""},
		{"-2*3", "-6 3 ", ""},
		{"1<2", "1 3 ", ""},
		{"2<=2", "1 3 ", ""},
		{"3>2", "1 3 ", ""},
		{"2>=3", "0 3 ", ""},
		{"1==1==1", "1 3 ", ""},
		{"1!=1", "0 3 ", ""},
		{"3>2>1", "0 3 ", ""},
		{"1|2&3^1", "3 3 ", ""},
		{"1^3", "2 3 ", ""},
		{"5&6|8", "12 3 ", ""},
		{"1<<1+1", "4 3 ", ""},
		{"2-1-1", "0 3 ", ""},
		{"8/2/2", "2 3 ", ""},
		{"1&2==2", "1 3 ", ""},
		{"1&&2", "1 3 ", ""},
		{"1&&0", "0 3 ", ""},
		{"0||5", "1 3 ", ""},
		{"0||0", "0 3 ", ""},
		{"1||0&&0", "1 3 ", ""},
		{"0&&1/0", "0 3 ", ""},
		{"1||1/0", "1 3 ", ""},
		{"0&&(a=1)", "0 3 ", ""},
		{"1&&(a=1)", "1 3 1", ""},
		{"1||junk", "1 3 ", ""},
		{"1&&1&&0&&1/0", "0 3 ", ""},
		{"0||0||4||1/0", "1 3 ", ""},
		{"1?2:3", "2 3 ", ""},
		{"0?2:3", "3 3 ", ""},
		{"0?1:0?3:4", "4 3 ", ""},
		{"1?1?5:6:7", "5 3 ", ""},
		{"1?5:1/0", "5 3 ", ""},
		{"0?1/0:5", "5 3 ", ""},
		{"a=1?2:3", "2 3 2", ""},
		{"1?a=2:3", "2 3 2", ""},
		{"0?a=2:3", "3 3 ", ""},
		{"1?2:(a=3)", "2 3 ", ""},
		{"1?2:a=3", "error", ""},
		{"2+(1?3:4)*5", "17 3 ", ""},
		{"x?x:a", "3 3 ", ""},
		{"x=5", "5 5 ", ""},
		{"x = 5", "5 5 ", ""},
		{"x=a=7", "7 7 7", ""},
		{"x+=2", "5 5 ", ""},
		{"x-=1", "2 2 ", ""},
		{"x*=2", "6 6 ", ""},
		{"x/=2", "1 1 ", ""},
		{"x%=2", "1 1 ", ""},
		{"x<<=1", "6 6 ", ""},
		{"x>>=1", "1 1 ", ""},
		{"x&=1", "1 1 ", ""},
		{"x|=8", "11 11 ", ""},
		{"x^=1", "2 2 ", ""},
		{"x/=0", "error", ""},
		{"a+=5", "5 3 5", ""},
		{"a=x+=2", "5 5 5", ""},
		{"(x=4)+x", "8 4 ", ""},
		{"x+(x=4)", "7 4 ", ""},
		{"x+=(x=5)", "10 10 ", "reads the variable first"},
		{"x==3", "1 3 ", ""},
		{"x ==5", "0 3 ", ""},
		{"x + = 5", "error", ""},
		{"1=2", "error", ""},
		{"(x)=3", "error", ""},
		{"1+a=3", "error", ""},
		{"!a=3", "error", ""},
		{"0||x=7", "error", ""},
		{"1,2", "error", comma},
		{"x++", "error", incr},
		{"x--", "error", incr},
		{"--x", "3 3 ", incr},
		{"++x", "3 3 ", incr},
		{"x--1", "4 3 ", incr},
		{"2**3", "error", power},
		{"u", "0 3 ", ""},
		{"u+1", "1 3 ", ""},
		{"emp+1", "1 3 ", ""},
		{"blank", "0 3 ", ""},
		{"neg", "-5 3 ", ""},
		{"-neg", "5 3 ", ""},
		{"pos", "5 3 ", ""},
		{"sp", "5 3 ", ""},
		{"oct", "8 3 ", ""},
		{"hex", "-16 3 ", ""},
		{"min", "-9223372036854775808 3 ", ""},
		{"badoct", "error", ""},
		{"flt", "error", ""},
		{"sum", "error", value},
		{"name", "error", value},
		{"junk", "error", value},
		{"gap", "error", value},
		{"big", "error", overflow},
		{"_x1", "0 3 ", ""},
		{"1+", "error", ""},
		{"+", "error", ""},
		{"~", "error", ""},
		{"(", "error", ""},
		{"()", "error", ""},
		{"(1", "error", ""},
		{"1)", "error", ""},
		{"((1)", "error", ""},
		{"1 2", "error", ""},
		{"x u", "error", ""},
		{"1(2)", "error", ""},
		{"1?2", "error", ""},
		{"1?:3", "error", ""},
		{"?1:2", "error", ""},
		{"1:2", "error", ""},
		{"1& &1", "error", ""},
		{"1< <2", "error", ""},
		{"||1", "error", ""},
		{"1&&", "error", ""},
		{"x=", "error", ""},
		{"=1", "error", ""},
		{"$", "error", ""},
		{"@", "error", ""},
		{"1;2", "error", ""},
	}
}

func TestTable(t *testing.T) {
	for _, r := range rows() {
		if got := run(r.expr); got != r.want {
			t.Errorf("%q: %q, want %q", r.expr, got, r.want)
		}
	}
	var exprs []string
	for _, r := range rows() {
		exprs = append(exprs, r.expr)
	}
	for _, peer := range []string{"dash", "bash"} {
		t.Run(peer, func(t *testing.T) {
			answers := ask(t, peer, exprs)
			for i, r := range rows() {
				except := r.except
				if (peer == "dash") != (except == least) {
					except = ""
				}
				if (answers[i] == r.want) != (except == "") {
					t.Errorf("%q: %s says %q, want %q, except %q", r.expr, peer, answers[i], r.want,
						except)
				}
			}
		})
	}
}

// ask evaluates each expression in a subshell of a peer, with results in the form of a row's want.
func ask(t *testing.T, peer string, exprs []string) []string {
	if _, err := exec.LookPath(peer); err != nil {
		t.Skip(err)
	}
	script := `exec 2>/dev/null; unset a u; for e; do ( echo "$(( $e )) $x $a" ) || echo error; done`
	cmd := exec.Command(peer, append([]string{"-c", script, peer}, exprs...)...)
	cmd.Env = []string{}
	for name, value := range start() {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(out), "\n")
}

// TestGenerated compares random expressions, the same in every run. It skips bash, which reads the
// variable of `x += e` first.
func TestGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var exprs []string
	for range 300 {
		exprs = append(exprs, generate(r, 4))
	}
	for i, want := range ask(t, "dash", exprs)[:len(exprs)] {
		if got := run(exprs[i]); got != want {
			t.Errorf("%s: %q, dash says %q", exprs[i], got, want)
		}
	}
}

func generate(r *rand.Rand, depth int) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	if depth == 0 {
		return pick("x", "u", "neg", "a", "0x1f", "017", strconv.Itoa(r.IntN(100)),
			strconv.FormatInt(r.Int64(), 10))
	}
	sub := func() string { return generate(r, depth-1-r.IntN(2)*(depth-1)) }
	switch r.IntN(8) {
	case 0:
		return pick("-", "+", "!", "~") + " " + sub()
	case 1:
		return "(" + sub() + ")"
	case 2:
		return "(" + pick("x", "a") + pick("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=",
			"|=", "^=") + sub() + ")"
	case 3:
		return sub() + "?" + sub() + ":" + sub()
	default:
		return sub() + pick("+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=",
			"&", "|", "^", "&&", "||") + " " + sub()
	}
}
