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

// Subscript is [index] after the name of an array. In the word are quotes and expansions; what it
// means depends on the array: an arithmetic expression for an indexed one, a key for an associative
// one.
type Subscript struct {
	Span
	All   byte  // '@' or '*': all elements, spelled like this; else 0
	Index *Word `ast:"when All == 0"`
}

// BashAssign is what an assignment has in the dialect of bash alone: name+=value, name[index]=value,
// or name=(…), whose Value has no parts.
type BashAssign struct {
	Span
	Append bool
	Index  *Subscript  `ast:"optional"`
	Array  *ArrayValue `ast:"optional"`
}

// ArrayValue is the (…) of name=(…). As an argument of a declaration utility, name=(…) is a word
// with this as its last part.
type ArrayValue struct {
	Span
	Elements []*ArrayElement
}

// An ArrayElement is a word between the parentheses of an ArrayValue, or [index]=value. A word may
// expand to several elements.
type ArrayElement struct {
	Span
	Index  *Subscript `ast:"optional"`
	Append bool       // [index]+=value
	Value  *Word
}

func (*ArrayValue) wordPart() {}

// BashExp is a parameter expansion with something that POSIX lacks: an operator, a subscript or an
// indirection. All others are ParamExp in the dialect too.
type BashExp struct {
	Span
	Indirect  bool // ${!x…}: the parameter is the one that x names
	Name      string
	Subscript *Subscript `ast:"optional"`
	Op        ParamOp
	Colon     bool
	All       bool      // ${x//…} ${x^^…} ${x,,…} ${x~~…}: everywhere, and not at the first place only
	Letter    byte      // of ParamTransform; of ParamNames: * or @
	Arg       *Word     `ast:"when Op >= ParamDefault && Op <= ParamToggle"`
	With      *Word     `ast:"optional"` // of ParamReplace: the text after the second slash
	Offset    *ArithExp `ast:"when Op == ParamSlice"`
	Length    *ArithExp `ast:"optional"` // of ParamSlice: after the second colon
}

func (*BashExp) wordPart() {}

func (*Test) command()         {}
func (*ArithCommand) command() {}
func (*ForArith) command()     {}
func (*Select) command()       {}
func (*Coproc) command()       {}
