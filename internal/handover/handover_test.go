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

// filler gives every field of a value something of its own, so that a field
// that the codec forgot shows.
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
	case reflect.Uint8: // enumerations: a value that all have
		v.SetUint(1)
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.next()))
	case reflect.String:
		v.SetString(strings.Repeat("s", f.next()%7+1))
	case reflect.Pointer:
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
		if a, ok := v.Addr().Interface().(*ast.AndOr); ok {
			a.Pipelines = append(a.Pipelines, new(ast.Pipeline))
			a.Ops = []ast.AndOrOp{ast.Or}[:len(a.Pipelines)-1]
		}
	case reflect.Interface:
		v.Set(f.first(v.Type()))
	}
}

func commands() []ast.Command {
	return []ast.Command{new(ast.Simple), new(ast.Redirected), new(ast.Brace), new(ast.Subshell), new(ast.If),
		new(ast.Loop), new(ast.For), new(ast.Case), new(ast.FuncDecl), new(ast.Try), new(ast.Forany), new(ast.Forall)}
}

func parts() []ast.WordPart {
	return []ast.WordPart{new(ast.Lit), new(ast.Quoted), new(ast.DblQuoted), new(ast.Tilde), new(ast.ParamExp),
		new(ast.CmdSubst), new(ast.ArithExp)}
}

// first is a small node of an interface type.
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

// slice gives a slice one element, and one of interfaces an element of every
// kind as long as that ends.
func (f *filler) slice(v reflect.Value) {
	add := func(e reflect.Value) { v.Set(reflect.Append(v, e)) }
	switch {
	case f.depth > 12:
		if v.Type().Elem().Kind() == reflect.Interface || v.Type() == reflect.TypeFor[[]*ast.Pipeline]() {
			break
		}
		return
	case v.Type().Elem() == reflect.TypeFor[ast.Command]() && f.depth <= 5:
		for _, n := range commands() {
			f.depth += 2
			f.fill(reflect.ValueOf(n).Elem())
			f.depth -= 2
			add(reflect.ValueOf(n))
		}
		return
	case v.Type().Elem() == reflect.TypeFor[ast.WordPart]() && f.depth <= 9:
		for _, n := range parts() {
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

func TestEveryFieldSurvives(t *testing.T) {
	s := full()
	kinds := map[string]bool{}
	for _, n := range s.Run.AndOrs[0].Pipelines[0].Commands {
		kinds[reflect.TypeOf(n).String()] = true
	}
	if len(kinds) != 12 {
		t.Fatalf("the test covers %d kinds of commands", len(kinds))
	}
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
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

// show says which fields of two States differ.
func show(t *testing.T, name string, got, want reflect.Value) {
	for i := range got.NumField() {
		if !reflect.DeepEqual(got.Field(i).Interface(), want.Field(i).Interface()) {
			t.Errorf("%s.%s differs", name, got.Type().Field(i).Name)
		}
	}
}

func TestEmptyState(t *testing.T) {
	var b bytes.Buffer
	if err := new(State).Encode(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Decode(&b)
	if err != nil || !reflect.DeepEqual(got, new(State)) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestExtremeNumbers(t *testing.T) {
	s := &State{
		Status: -1, Umask: -1, Deadline: -1 << 63, Line: 1<<32 - 1,
		Limits: []Limit{{7, 1<<64 - 1, 1<<63 - 1}},
		Run:    &ast.List{Span: ast.Span{From: ast.Pos{Offset: 1<<32 - 1, Line: 1<<32 - 1, Col: 1<<32 - 1}}},
	}
	s.Traps.Ignored = 1<<64 - 1
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
	other := bytes.Clone(b)
	other[len(magic)]++
	if _, err := Decode(bytes.NewReader(other)); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := Decode(strings.NewReader("#!/bin/sh\necho hello\n")); err == nil {
		t.Error("a script was accepted")
	}
}

func TestIncompleteTree(t *testing.T) {
	s := &State{Run: &ast.List{AndOrs: []*ast.AndOr{{Pipelines: []*ast.Pipeline{{Commands: []ast.Command{&ast.Brace{}}}}}}}}
	if _, err := s.Append(nil); err == nil || err.Error() != "handover: the tree lacks a node of type *ast.List" {
		t.Errorf("error %v", err)
	}
}

func TestTooDeep(t *testing.T) {
	var w ast.WordPart = &ast.Lit{}
	for range 50000 {
		w = &ast.DblQuoted{Parts: []ast.WordPart{w}}
	}
	s := &State{Functions: []Function{{"f", &ast.FuncDecl{Body: &ast.Simple{Args: []*ast.Word{{Parts: []ast.WordPart{w}}}}}}}}
	if _, err := s.Append(nil); !errors.Is(err, errDeep) {
		t.Errorf("error %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	b, _ := full().Append(nil)
	f.Add(b)
	b, _ = small().Append(nil)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, err := s.Append(nil)
		if err != nil {
			t.Fatalf("what was decoded cannot be encoded: %v", err)
		}
		if _, err := Decode(bytes.NewReader(again)); err != nil {
			t.Fatalf("what was encoded cannot be decoded: %v", err)
		}
	})
}

// small is the state of a usual shell: 30 variables, a short list.
func small() *State {
	s := &State{Arg0: "script", Pid: 1234, Params: []string{"a", "b"}, Script: "script", Umask: -1, Line: 7}
	f := filler{}
	for range 30 {
		f.fill(reflect.ValueOf(&s.Vars).Elem())
	}
	s.Jobs = []job.Job{{ID: 1, Processes: []job.Process{{Pid: 77}}, Text: "sleep 1"}}
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
