package compspec

// WordBreaks is the value of COMP_WORDBREAKS at the start.
const WordBreaks = " \t\n\"'@><=;|&(:"

// A Request is the command line for which candidates are made, as functions and commands see it.
type Request struct {
	Line     string   // COMP_LINE
	Point    int      // COMP_POINT: the cursor, an index in Line
	Type     int      // COMP_TYPE: 9 for a completion, 63 for a list
	Key      int      // COMP_KEY: the key that asked for it
	Words    []string // COMP_WORDS
	Index    int      // COMP_CWORD: of the word in Words
	Command  string   // $1: the command's name
	Word     string   // $2: the word
	Previous string   // $3: the word before it
	Quoted   bool     // quotes are around the word, or in it

	// Own: the caller has candidates of its own for the command, so that only a specification of
	// the user counts.
	Own bool
}

// A Result is the answer to a request.
type Result struct {
	Candidates []string
	Options    Options
}

// An InProgress is a completion in progress, whose options `compopt` changes.
type InProgress struct {
	Name    string // under which the specification was found
	Options Options
	Word    string // as in the Request
	Quoted  bool
}
