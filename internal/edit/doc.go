// Package edit is a command line that is being edited: its text, the cursor, and what keys do to
// them, as in emacs or in vi (XCU sh, "Command Line Editing (vi-mode)").
//
// The model: a [Decoder] makes keys of the bytes of a terminal. An [Editor] is given one key after
// another and says what became of the line; it holds the text, walks the history, searches it, and
// offers what completes a word. [Lay] says where each piece of a text stands on a screen of a width.
//
// Invariants: the decoder takes no byte more than a key has, so what is typed behind Enter is left to
// whoever reads next. Nothing of a text is lost: bytes that are no UTF-8 come out as they went in.
// A text may have several lines.
//
// What is not here: the terminal, its modes and drawing on it (package repl), and what may complete a word
// (package complete).
//
//	e := edit.New(edit.Config{History: []string{"make check"}})
//	e.Key(edit.Key{Name: edit.Up})
//	e.Text() // make check
package edit
