// Treegen writes the code that has to know every field of the syntax tree, from the node types in
// package ast: ast.Walk, and the codec of package handover.
//
//	treegen -walk walk.go DIR        DIR is package ast's
//	treegen -handover tree.go DIR
//
// The model: a [schema] describes the declarations and the tags of their fields (see the comment of
// package ast). Each output is one function for each node, in the order of declaration, with one
// piece of code for each field.
//
// Invariants: a declaration without a form in an output is an error, never a field left out. The
// same declarations give the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	walk := flag.String("walk", "", "write ast.Walk to this `file`")
	handover := flag.String("handover", "", "write the handover's codec to this `file`")
	flag.Parse()
	if err := run(*walk, *handover, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "treegen:", err)
		os.Exit(1)
	}
}

func run(walk, handover string, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("the directory of package ast is wanted")
	}
	s, err := load(args[0])
	if err != nil {
		return err
	}
	for _, out := range []struct {
		file  string
		print func(*schema) ([]byte, error)
	}{{walk, printWalk}, {handover, printHandover}} {
		if out.file == "" {
			continue
		}
		text, err := out.print(s)
		if err != nil {
			return err
		}
		if err := os.WriteFile(out.file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
