package ast

// The nodes of this file are in trees read with parser.Options.Bash only.

// Test is [[ expression ]].
type Test struct {
	Span
	Expr *TestExpr
}

// A TestKind is a kind of expression in [[ ]].
type TestKind uint8

// The kinds of expressions.
const (
	TestUnary  TestKind = iota // Op X; a word alone has no Op
	TestBinary                 // X Op Y
	TestGroup                  // ( Left )
	TestNot                    // ! Left
	TestAnd                    // Left && Right
	TestOr                     // Left || Right
)

// A TestExpr is an expression in [[ ]].
type TestExpr struct {
	Span
	Kind  TestKind
	Op    string    // as written: -f, ==, =~, -eq, <; "": a word alone
	X     *Word     `ast:"when Kind <= TestBinary"`
	Y     *Word     `ast:"when Kind == TestBinary"`
	Left  *TestExpr `ast:"when Kind >= TestGroup"`
	Right *TestExpr `ast:"when Kind >= TestAnd"`
}

// ArithCommand is (( expression )).
type ArithCommand struct {
	Span
	Expr *ArithExp
}

// ForArith is for ((init; cond; step)). An absent expression is nil.
type ForArith struct {
	Span
	Init *ArithExp `ast:"optional"`
	Cond *ArithExp `ast:"optional"`
	Step *ArithExp `ast:"optional"`
	Body *List
}

// Select is select name [in words]; without In it offers the positional parameters.
type Select struct {
	Span
	Name  string
	In    bool
	Words []*Word
	Body  *List
}

// Coproc is coproc [name] command. The name of one without is COPROC.
type Coproc struct {
	Span
	Name string
	Body Command
}

// ProcSubst is <( list ), or with Out >( list ): the name of a pipe from, or to, a process that runs
// the list.
type ProcSubst struct {
	Span
	Out  bool
	Body *List
}

func (*ProcSubst) wordPart() {}

func (*Test) command()         {}
func (*ArithCommand) command() {}
func (*ForArith) command()     {}
func (*Select) command()       {}
func (*Coproc) command()       {}
