// Package edit is a command line under editing: its text, the cursor, and the effects of keys, as
// in emacs or in vi (XCU sh, "Command Line Editing (vi-mode)").
//
// The model: a [Decoder] makes keys of the bytes of a terminal. An [Editor] is given one key after
// another and reports the state of the line; it holds the text, walks the history, searches it, and
// offers completions. [Lay] places each piece of a text on a screen of a given width.
//
// Invariants: the decoder takes only the bytes of a key, so everything typed after Enter is left to
// the next reader. Nothing of a text is lost: bytes outside UTF-8 come out as they went in. A text
// may have several lines.
//
// Elsewhere: the terminal, its modes and drawing on it (package repl), and the search for
// completions (package complete).
//
//	e := edit.New(edit.Config{History: []string{"make check"}})
//	e.Key(edit.Key{Name: edit.Up})
//	e.Text() // make check
package edit
