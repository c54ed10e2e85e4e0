package ast

// A Word is a sequence of parts that expand to zero or more fields.
// A word without parts is the empty word of an assignment or a here-document.
type Word struct {
	Span
	Parts []WordPart
	// Assign marks an argument name=value of a declaration utility (export, readonly, local; XCU
	// 2.9.1.2). It is expanded as an assignment: without splitting and pathname expansion, with
	// tildes after = and unquoted colons.
	Assign bool
}

// A WordPart is a piece of a word.
type WordPart interface {
	Node
	wordPart()
}

// Lit is literal text without quoting: * ? [ are special in it where patterns are, and in an
// unquoted word. Inside a DblQuoted, an ArithExp, a here-document, or the word of an expansion with
// - = ? + inside those, it is quoted text.
type Lit struct {
	Span
	Value string
}

// Quoted is literal text quoted by a backslash, by single quotes or by $'…'. Value is the text
// after quote removal.
type Quoted struct {
	Span
	Value string
}

// DblQuoted is "…".
type DblQuoted struct {
	Span
	Parts []WordPart
}

// Tilde is an unquoted tilde-prefix (XCU 2.6.1): ~ or ~user, at the start of a word, or in an
// assignment after = or an unquoted colon.
type Tilde struct {
	Span
	User string // "" for ~ alone
}

// A ParamOp is the operator of a parameter expansion (XCU 2.6.2).
type ParamOp uint8

// The operators of parameter expansion.
const (
	ParamPlain       ParamOp = iota // $x ${x}
	ParamLength                     // ${#x}
	ParamDefault                    // ${x-word}
	ParamAssign                     // ${x=word}
	ParamError                      // ${x?word}
	ParamAlternate                  // ${x+word}
	ParamSmallSuffix                // ${x%pattern}
	ParamLargeSuffix                // ${x%%pattern}
	ParamSmallPrefix                // ${x#pattern}
	ParamLargePrefix                // ${x##pattern}
	ParamBad                        // matches no rule: an error when it is expanded

	// Those of bash, in a BashExp only.
	ParamReplace       // ${x/pattern/text}
	ParamReplacePrefix // ${x/#pattern/text}
	ParamReplaceSuffix // ${x/%pattern/text}
	ParamUpper         // ${x^pattern}
	ParamLower         // ${x,pattern}
	ParamToggle        // ${x~pattern}
	ParamSlice         // ${x:offset:length}
	ParamTransform     // ${x@Q}
	ParamKeys          // ${!a[@]}
	ParamNames         // ${!prefix@}
)

// ParamExp is a parameter expansion. Name is a variable's name, the digits of
// a positional parameter, or one of @ * # ? - $ ! 0. Colon is set for :- := :?
// :+ only. Arg is the operator's word.
type ParamExp struct {
	Span
	Name  string
	Op    ParamOp
	Colon bool
	Brace bool
	Arg   *Word `ast:"when Op >= ParamDefault"`
}

// CmdSubst is $( list ) or `list`. Positions inside backquotes are those of the source.
type CmdSubst struct {
	Span
	Backquote bool
	Body      *List
}

// File returns the redirection of $(<file), which is the text of a file in bash and nothing in sh; of
// other substitutions nil.
func (s *CmdSubst) File() *Redirect {
	n, p := s.Body.Simple()
	if n == nil || p.Negated || p.Timed || len(n.Assigns)+len(n.Args) > 0 || len(n.Redirs) != 1 {
		return nil
	}
	if r := n.Redirs[0]; r.Op == RedirIn && r.N <= 0 && r.Var == "" {
		return r
	}
	return nil
}

// ArithExp is $(( expression )). Its parts are expanded as in double quotes,
// and the result is evaluated (XCU 2.6.4).
type ArithExp struct {
	Span
	Parts []WordPart
}

func (*Lit) wordPart()       {}
func (*Quoted) wordPart()    {}
func (*DblQuoted) wordPart() {}
func (*Tilde) wordPart()     {}
func (*ParamExp) wordPart()  {}
func (*CmdSubst) wordPart()  {}
func (*ArithExp) wordPart()  {}

// Literal returns the word's text if the word is a single Lit, as a reserved word or a name must
// be.
func (w *Word) Literal() (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	l, ok := w.Parts[0].(*Lit)
	if !ok {
		return "", false
	}
	return l.Value, true
}
