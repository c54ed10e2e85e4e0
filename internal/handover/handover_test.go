package handover

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"ftsh/internal/job"
	"ftsh/parser/ast"
)

// filler gives every field of a value a value of its own, to reveal a field forgotten by the codec.
type filler struct {
	n     int
	depth int
}

func (f *filler) next() int { f.n++; return f.n }

func (f *filler) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.next()))
	case reflect.Uint8: // enumerations: a value common to all
		v.SetUint(1)
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.next()))
	case reflect.String:
		v.SetString(strings.Repeat("s", f.next()%7+1))
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*ast.TestExpr]() {
			v.Set(reflect.ValueOf(f.testExpr()))
			return
		}
		f.depth++
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
		f.depth--
	case reflect.Slice:
		f.slice(v)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key)
		f.fill(value)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() || v.Type().Field(i).Anonymous {
				f.fill(v.Field(i))
			}
		}
		switch n := v.Addr().Interface().(type) { // obeys the tags of fields
		case *ast.AndOr:
			n.Pipelines = append(n.Pipelines, new(ast.Pipeline))
			n.Ops = []ast.AndOrOp{ast.Or}[:len(n.Pipelines)-1]
		case *ast.Redirect:
			n.Op = ast.RedirHere
		case *ast.ParamExp:
			n.Op = ast.ParamBad
		case *ast.Subscript:
			n.All = 0
		case *ast.BashExp:
			n.Op, n.Offset = ast.ParamReplace, nil
		}
	case reflect.Interface:
		v.Set(f.first(v.Type()))
	}
}

// testExpr returns an expression of [[ ]] with both operands of each form, each with the fields that
// its kind has.
func (f *filler) testExpr() *ast.TestExpr {
	word := func() *ast.Word {
		w := new(ast.Word)
		f.depth += 20
		f.fill(reflect.ValueOf(w).Elem())
		f.depth -= 20
		return w
	}
	unary := &ast.TestExpr{Kind: ast.TestUnary, Op: "-f", X: word()}
	binary := &ast.TestExpr{Kind: ast.TestBinary, Op: "==", X: word(), Y: word()}
	or := &ast.TestExpr{Kind: ast.TestOr, Left: &ast.TestExpr{Kind: ast.TestNot, Left: unary},
		Right: binary}
	for _, e := range []*ast.TestExpr{unary, binary, or.Left, or} {
		f.fill(reflect.ValueOf(&e.Span).Elem())
	}
	return or
}

// kinds returns a new node of each kind of an interface.
func kinds[T comparable](newNode func(tag uint64) T) []T {
	var all []T
	for tag := uint64(1); ; tag++ {
		n := newNode(tag)
		if n == *new(T) {
			return all
		}
		all = append(all, n)
	}
}

// first returns a small node of an interface type.
func (f *filler) first(t reflect.Type) reflect.Value {
	if t == reflect.TypeFor[ast.Command]() {
		s := new(ast.Simple)
		f.fill(reflect.ValueOf(&s.Span).Elem())
		return reflect.ValueOf(s)
	}
	l := &ast.Lit{Value: "lit"}
	f.fill(reflect.ValueOf(&l.Span).Elem())
	return reflect.ValueOf(l)
}

// slice gives a slice one element, and one of interfaces an element of every kind while the depth
// allows.
func (f *filler) slice(v reflect.Value) {
	add := func(e reflect.Value) { v.Set(reflect.Append(v, e)) }
	switch {
	case f.depth > 12:
		if v.Type().Elem().Kind() == reflect.Interface ||
			v.Type() == reflect.TypeFor[[]*ast.Pipeline]() {
			break
		}
		return
	case v.Type().Elem() == reflect.TypeFor[ast.Command]() && f.depth <= 5:
		for _, n := range kinds(newCommand) {
			f.depth += 2
			f.fill(reflect.ValueOf(n).Elem())
			f.depth -= 2
			add(reflect.ValueOf(n))
		}
		return
	case v.Type().Elem() == reflect.TypeFor[ast.WordPart]() && f.depth <= 9:
		for _, n := range kinds(newWordPart) {
			f.depth += 4
			f.fill(reflect.ValueOf(n).Elem())
			f.depth -= 4
			add(reflect.ValueOf(n))
		}
		return
	}
	e := reflect.New(v.Type().Elem()).Elem()
	f.depth++
	f.fill(e)
	f.depth--
	add(e)
}

func full() *State {
	s := new(State)
	f := filler{}
	f.fill(reflect.ValueOf(s).Elem())
	return s
}

func encode(s *State, b *bytes.Buffer) error {
	data, err := s.Append(nil)
	b.Write(data)
	return err
}

func TestEveryFieldSurvives(t *testing.T) {
	s := full()
	covered := map[reflect.Type]bool{}
	ast.Walk(s.Run, func(n ast.Node) bool {
		covered[reflect.TypeOf(n)] = true
		return true
	})
	for _, n := range kinds(newCommand) {
		if !covered[reflect.TypeOf(n)] {
			t.Errorf("the test covers no %T", n)
		}
	}
	for _, n := range kinds(newWordPart) {
		if !covered[reflect.TypeOf(n)] {
			t.Errorf("the test covers no %T", n)
		}
	}
	var b bytes.Buffer
	if err := encode(s, &b); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", b.Len())
	b.WriteString("what follows")
	got, err := Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, s) {
		t.Error("decoded differently")
		show(t, "State", reflect.ValueOf(*got), reflect.ValueOf(*s))
	}
	if rest, _ := io.ReadAll(&b); string(rest) != "what follows" {
		t.Errorf("left in the stream: %q", rest)
	}
}

// show reports the fields with a difference between two States.
func show(t *testing.T, name string, got, want reflect.Value) {
	for i := range got.NumField() {
		field := name + "." + got.Type().Field(i).Name
		switch {
		case reflect.DeepEqual(got.Field(i).Interface(), want.Field(i).Interface()):
		case got.Field(i).Kind() == reflect.Struct:
			show(t, field, got.Field(i), want.Field(i))
		default:
			t.Errorf("%s differs", field)
		}
	}
}

func TestEmptyState(t *testing.T) {
	var b bytes.Buffer
	if err := encode(new(State), &b); err != nil {
		t.Fatal(err)
	}
	got, err := Decode(&b)
	if err != nil || !reflect.DeepEqual(got, new(State)) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestExtremeNumbers(t *testing.T) {
	s := &State{
		Environment: Environment{
			Status: -1, Variables: Variables{Line: 1<<32 - 1},
			Limits: []Limit{{7, 1<<64 - 1, 1<<63 - 1}},
		},
		Context: Context{Deadline: -1 << 63},
		Run: &ast.List{Span: ast.Span{From: ast.Pos{Offset: 1<<32 - 1, Line: 1<<32 - 1,
			Col: 1<<32 - 1}}},
	}
	s.Environment.Traps.Ignored = 1<<64 - 1
	b, err := s.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(bytes.NewReader(b))
	if err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	b, err := full().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(b) {
		if n > 500 && n%97 != 0 {
			continue
		}
		if _, err := Decode(bytes.NewReader(b[:n])); err == nil {
			t.Fatalf("%d of %d bytes were accepted", n, len(b))
		}
	}
	for i := range 5 { // of the stream, and of the tree
		other := bytes.Clone(b)
		other[len(magic)+i]++
		if _, err := Decode(bytes.NewReader(other)); !errors.Is(err, ErrVersion) {
			t.Errorf("another version: %v", err)
		}
	}
	if _, err := Decode(strings.NewReader("#!/bin/sh\necho hello\n")); err == nil {
		t.Error("a script was accepted")
	}
}

// Append and Decode require exactly the parts of a tree demanded by the tags of package ast.
func TestIncompleteTree(t *testing.T) {
	word := &ast.Word{}
	part := func(p ast.WordPart) ast.Command {
		return &ast.Simple{Args: []*ast.Word{{Parts: []ast.WordPart{p}}}}
	}
	redirect := func(r *ast.Redirect) ast.Command { return &ast.Simple{Redirs: []*ast.Redirect{r}} }
	for _, c := range []struct {
		command ast.Command
		want    string
	}{
		{&ast.Brace{}, "the tree lacks a node of type *ast.List"},
		{(*ast.Brace)(nil), "the tree lacks a node of type *ast.Brace"},
		{&ast.FuncDecl{}, "malformed stream at byte 0: ast.Command of kind 0"},
		{&ast.Simple{Args: []*ast.Word{nil}}, "the tree lacks a node of type *ast.Word"},
		{redirect(&ast.Redirect{Target: word, Op: ast.RedirHere}),
			"the tree lacks a node of type *ast.Word"},
		{redirect(&ast.Redirect{Target: word, Here: word}),
			"the tree has a node of type *ast.Word where none may be"},
		{part(&ast.ParamExp{Op: ast.ParamError}), "the tree lacks a node of type *ast.Word"},
		{part(&ast.ParamExp{Op: ast.ParamLength, Arg: word}),
			"the tree has a node of type *ast.Word where none may be"},
	} {
		s := &State{Run: &ast.List{AndOrs: []*ast.AndOr{{Pipelines: []*ast.Pipeline{{Commands: []ast.Command{c.command}}}}}}}
		if _, err := s.Append(nil); err == nil || err.Error() != "handover: "+c.want {
			t.Errorf("%#v: error %v, want %s", c.command, err, c.want)
		}
	}
	s := &State{Run: &ast.List{AndOrs: []*ast.AndOr{{}}}}
	if _, err := s.Append(nil); err == nil ||
		err.Error() != "handover: malformed stream at byte 0: elements of Ops: 0" {
		t.Errorf("error %v", err)
	}
}

func TestTooDeep(t *testing.T) {
	var w ast.WordPart = &ast.Lit{}
	for range 50000 {
		w = &ast.DblQuoted{Parts: []ast.WordPart{w}}
	}
	s := new(State)
	s.Environment.Functions = []Function{{Decl: &ast.FuncDecl{Body: &ast.Simple{Args: []*ast.Word{{Parts: []ast.WordPart{w}}}}}}}
	if _, err := s.Append(nil); !errors.Is(err, errDeep) {
		t.Errorf("error %v", err)
	}
}

// small returns the state of a usual shell: 30 variables, a short list.
func small() *State {
	s := new(State)
	e := &s.Environment
	e.Arg0, e.Pid, e.Params, e.Variables.Line, s.Context.Script = "script", 1234,
		[]string{"a", "b"}, 7, "script"
	f := filler{}
	for range 30 {
		f.fill(reflect.ValueOf(&e.Variables.All).Elem())
	}
	e.Jobs = []job.Job{{ID: 1, Processes: []job.Process{{Pid: 77}}, Text: "sleep 1"}}
	word := func() *ast.Word { return &ast.Word{Parts: []ast.WordPart{&ast.Lit{Value: "word"}}} }
	list := &ast.List{}
	for range 10 {
		list.AndOrs = append(list.AndOrs, &ast.AndOr{Pipelines: []*ast.Pipeline{{
			Commands: []ast.Command{&ast.Simple{Args: []*ast.Word{word(), word(), word()}}}}}})
	}
	s.Run = list
	return s
}

func BenchmarkHandover(b *testing.B) {
	s := small()
	for b.Loop() {
		buf, err := s.Append(nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Decode(bytes.NewReader(buf)); err != nil {
			b.Fatal(err)
		}
	}
}
