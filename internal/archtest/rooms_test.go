package archtest

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A room is files of package interp that belong together: those whose names begin with one of its
// prefixes, up to the first underscore. below are the rooms right below it.
type room struct {
	prefixes string
	below    []string
}

// rooms is the inside of package interp as docs/architecture.md draws it. A function or method may
// be called only from its own room and from those above, and so may a package variable be used,
// which could hold one; types and fields are free. A call upward goes through Shell.up.
func rooms() map[string]room {
	return map[string]room{
		"base":        {"base", nil},
		"environment": {"env", []string{"base"}},
		"frame":       {"frame", []string{"environment"}},
		"processes":   {"process", []string{"frame"}},
		"commands":    {"command", []string{"processes"}},
		"blocks":      {"block remote", []string{"commands"}},
		"lists":       {"async", []string{"commands"}},
		"text":        {"text", []string{"blocks", "lists"}},
		"host":        {"host", []string{"text"}},
		"shell":       {"shell", []string{"host"}},
	}
}

// The table of docs/architecture.md has the same rooms and prefixes.
func TestRoomsAreDrawn(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range rooms() {
		row := "| " + name + " | `" + strings.ReplaceAll(r.prefixes, " ", "`, `") + "` |"
		if !strings.Contains(string(page), "\n"+row) {
			t.Errorf("docs/architecture.md lacks the row %s", row)
		}
	}
}

// reachable returns the rooms that a room may call, itself included.
func reachable(from string) map[string]bool {
	all, plan := map[string]bool{}, rooms()
	var add func(string)
	add = func(r string) {
		if !all[r] {
			all[r] = true
			for _, b := range plan[r].below {
				add(b)
			}
		}
	}
	add(from)
	return all
}

// roomOf returns the room of a file of interp; "" if it has none. doc.go has no code.
func roomOf(file string) string {
	prefix, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	for name, r := range rooms() {
		if slices.Contains(strings.Fields(r.prefixes), prefix) || file == "doc.go" && name == "base" {
			return name
		}
	}
	return ""
}

func TestRoomsOfInterp(t *testing.T) {
	c := check(t, "ftsh/interp")
	var wrong []string
	for id, o := range c.info.Uses {
		if _, isFunc := o.(*types.Func); o.Pkg() != c.pkg || !o.Pos().IsValid() || !isFunc &&
			!isPackageVariable(o) {
			continue
		}
		from, to := c.file(id.Pos()), c.file(o.Pos())
		if !reachable(roomOf(from))[roomOf(to)] {
			wrong = append(wrong, fmt.Sprintf("%s, in room %q, calls %s of %s, in room %q",
				c.fset.Position(id.Pos()), roomOf(from), o.Name(), to, roomOf(to)))
		}
	}
	slices.Sort(wrong)
	for _, w := range wrong {
		t.Error(w)
	}
	for _, f := range c.files {
		if name := c.file(f.Pos()); roomOf(name) == "" {
			t.Errorf("interp/%s is in no room", name)
		}
	}
	_, all := sources(t)
	for _, f := range all {
		seen := slices.ContainsFunc(c.files, func(g *ast.File) bool { return c.file(g.Pos()) == filepath.Base(f.name) })
		if filepath.Dir(f.name) == "interp" && !f.test && !seen {
			t.Errorf("%s is not built on every system, so that its calls are not seen", f.name)
		}
	}
}

func isPackageVariable(o types.Object) bool {
	_, isVar := o.(*types.Var)
	return isVar && o.Parent() == o.Pkg().Scope()
}

// No type has more than 25 fields or 60 methods, unless its comment says why (a line beginning with
// "Large: "). Those of an embedded type of the same package count, too.
func TestSizeOfTypes(t *testing.T) {
	sizes := typeSizes{map[string]*typeSize{}}
	_, files := sources(t)
	for _, f := range files {
		if !f.test && !generated(f.ast) {
			sizes.add(f)
		}
	}
	for name, own := range sizes.all {
		fields, methods := sizes.flat(name, map[string]bool{})
		if fields > 25 && !own.excused {
			t.Errorf("%s has %d fields", name, fields)
		}
		if methods > 60 && !own.excused {
			t.Errorf("%s has %d methods", name, methods)
		}
	}
}

// A typeSize is how much a type declares itself.
type typeSize struct {
	fields, methods int
	embedded        []string // types of the same package
	excused         bool
}

// typeSizes are the sizes of all types, by directory and name.
type typeSizes struct{ all map[string]*typeSize }

func (s typeSizes) of(dir, name string) *typeSize {
	if s.all[dir+"."+name] == nil {
		s.all[dir+"."+name] = new(typeSize)
	}
	return s.all[dir+"."+name]
}

// add adds the declarations of a file.
func (s typeSizes) add(f sourceFile) {
	dir := filepath.Dir(f.name)
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				s.of(dir, receiver(d)).methods++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				typ, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				size := s.of(dir, typ.Name.Name)
				size.excused = strings.Contains("\n"+d.Doc.Text()+typ.Doc.Text(), "\nLarge: ")
				switch x := typ.Type.(type) {
				case *ast.StructType:
					size.fields, size.embedded = members(dir, x.Fields)
				case *ast.InterfaceType:
					size.methods, size.embedded = members(dir, x.Methods)
				}
			}
		}
	}
}

// members counts named members, and returns the embedded types of the package in dir.
func members(dir string, list *ast.FieldList) (n int, embedded []string) {
	for _, m := range list.List {
		n += len(m.Names)
		typ := m.Type
		if p, ok := typ.(*ast.StarExpr); ok {
			typ = p.X
		}
		if id, ok := typ.(*ast.Ident); ok && len(m.Names) == 0 {
			embedded = append(embedded, dir+"."+id.Name)
		}
	}
	return n, embedded
}

// flat counts the members of a type and of the types embedded in it. Those of seen are counted
// already.
func (s typeSizes) flat(name string, seen map[string]bool) (fields, methods int) {
	size := s.all[name]
	if size == nil || seen[name] {
		return 0, 0
	}
	seen[name] = true
	fields, methods = size.fields, size.methods
	for _, e := range size.embedded {
		f, m := s.flat(e, seen)
		fields, methods = fields+f, methods+m
	}
	return fields, methods
}

func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// checked is a package with its types.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

func (c *checked) file(p token.Pos) string { return filepath.Base(c.fset.Position(p).Filename) }

// check type-checks a package of the module, without its tests, using the compiled imports from the
// go command.
func check(t *testing.T, path string) *checked {
	t.Helper()
	fset, all := sources(t)
	c := &checked{fset: fset, info: &types.Info{Uses: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	export := map[string]string{}
	for _, p := range list(t, "linux", "-export", "-deps", path) {
		export[p.ImportPath] = p.Export
		if p.ImportPath != path {
			continue
		}
		for _, f := range all {
			if "ftsh/"+filepath.ToSlash(filepath.Dir(f.name)) == path &&
				slices.Contains(p.GoFiles, filepath.Base(f.name)) {
				c.files = append(c.files, f.ast)
			}
		}
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(export[path]) }
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	var err error
	if c.pkg, err = conf.Check(path, fset, c.files, c.info); err != nil {
		t.Fatal(err)
	}
	return c
}
