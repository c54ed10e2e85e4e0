// Package treehash compares the meaning of two pieces of a script by a hash of their trees.
//
// The model: a sum is FNV-1a over the nodes, in order, with the names of their types and the values
// of their fields. Positions are left out, and with them comments and layout. Limits and clauses of
// blocks are left out too: they change when something is done and not the thing itself.
package treehash

import (
	"fmt"
	"hash"
	"hash/fnv"
	"reflect"
	"strconv"

	"ftsh/parser/ast"
)

// Sum returns the hash of lists, as hexadecimal digits. A nil list is absent.
func Sum(lists ...*ast.List) string {
	h := fnv.New128a()
	for _, l := range lists {
		add(h, reflect.ValueOf(l))
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// omitted reports whether a field of a node is only about place or time.
func omitted(node reflect.Type, f reflect.StructField) bool {
	switch f.Type {
	case reflect.TypeFor[ast.Pos](), reflect.TypeFor[ast.Span](), reflect.TypeFor[ast.Places](),
		reflect.TypeFor[ast.Clauses](),
		reflect.TypeFor[ast.Limit](), reflect.TypeFor[*ast.Duration](),
		reflect.TypeFor[*ast.Backoff]():
		return true
	}
	switch node {
	case reflect.TypeFor[ast.Try](), reflect.TypeFor[ast.Forany](), reflect.TypeFor[ast.Forall]():
		switch f.Name {
		case "Name", "In", "Words", "Body", "Check", "Catch":
		default:
			return true
		}
	}
	return false
}

// ofBash reports whether a field is of the dialect of bash alone. Left out while it is zero, it
// keeps the sums of other trees as they were before there was a dialect.
func ofBash(node reflect.Type, f reflect.StructField) bool {
	switch node {
	case reflect.TypeFor[ast.Assign]():
		return f.Name == "Bash"
	case reflect.TypeFor[ast.Redirect]():
		return f.Name == "Var" || f.Name == "Piped"
	case reflect.TypeFor[ast.CaseItem]():
		return f.Name == "Continue"
	case reflect.TypeFor[ast.FuncDecl]():
		return f.Name == "Bash" || f.Name == "Extglob"
	}
	return false
}

func add(h hash.Hash, v reflect.Value) {
	write := func(text string) { h.Write([]byte(text)) }
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			write("-")
			return
		}
		add(h, v.Elem())
	case reflect.Slice:
		write("[" + strconv.Itoa(v.Len()))
		for i := range v.Len() {
			add(h, v.Index(i))
		}
	case reflect.Struct:
		write("(" + v.Type().Name())
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if omitted(v.Type(), f) || ofBash(v.Type(), f) && v.Field(i).IsZero() {
				continue
			}
			write(" " + f.Name)
			add(h, v.Field(i))
		}
		write(")")
	case reflect.String:
		write(strconv.Quote(v.String()))
	default:
		write(fmt.Sprint(v.Interface()))
	}
}
