package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

type sourceFile struct {
	name string // slash-separated, from the module's root
	test bool
	ast  *ast.File
}

// sources parses every Go file of the module.
func sources(t *testing.T) (*token.FileSet, []sourceFile) {
	t.Helper()
	all := parsed()
	if all.err != nil {
		t.Fatal(all.err)
	}
	return all.fset, all.files
}

// parsed parses the sources once for all tests.
var parsed = sync.OnceValue(func() (all struct {
	fset  *token.FileSet
	files []sourceFile
	err   error
}) {
	all.fset = token.NewFileSet()
	all.err = filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && base != ".." && (strings.HasPrefix(base, ".") || base == "testdata" ||
			base == "bin") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(base, ".go") {
			return nil
		}
		f, err := parser.ParseFile(all.fset, p, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("../..", p)
		all.files = append(all.files, sourceFile{filepath.ToSlash(rel),
			strings.HasSuffix(base, "_test.go"), f})
		return err
	})
	return all
})

func generated(f *ast.File) bool { return ast.IsGenerated(f) }

// House rule 2: no init, and no package variable changed by the program. The one init makes a stack
// larger, and changes nothing else. The test sees declarations only: allowed variables are errors
// (Err…), embedded files, interface checks, and tables of constants.
func TestNoInitAndNoMutablePackageVariables(t *testing.T) {
	fset, files := sources(t)
	for _, f := range files {
		if f.test || generated(f.ast) {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.Name == "init" && f.name != "internal/mainstack/mainstack.go" {
					t.Errorf("%s: func init", fset.Position(d.Pos()))
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, spec := range d.Specs {
					v := spec.(*ast.ValueSpec)
					if bad := mutable(v); bad != "" && !embedded(d) {
						t.Errorf("%s: package variable %s: %s", fset.Position(v.Pos()),
							v.Names[0].Name, bad)
					}
				}
			}
		}
	}
}

// mutable returns why a package variable looks mutable, or "".
func mutable(v *ast.ValueSpec) string {
	if v.Names[0].Name == "_" {
		return ""
	}
	if len(v.Values) == 0 {
		return "declared without a value, so it is set somewhere"
	}
	switch x := v.Values[0].(type) {
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && (id.Name == "make" || id.Name == "new") {
			return "made empty, so it is filled somewhere"
		}
	case *ast.CompositeLit:
		if _, isMap := x.Type.(*ast.MapType); isMap && len(x.Elts) == 0 {
			return "made empty, so it is filled somewhere"
		}
	}
	return ""
}

func embedded(d *ast.GenDecl) bool {
	return d.Doc != nil && strings.Contains(d.Doc.Text()+directives(d.Doc), "go:embed")
}

func directives(g *ast.CommentGroup) string {
	var b strings.Builder
	for _, c := range g.List {
		b.WriteString(c.Text)
	}
	return b.String()
}

// House rule 7, and rule 6 for importable packages.
func TestPackagesAndExportedNamesAreDocumented(t *testing.T) {
	fset, files := sources(t)
	documented := map[string]bool{}
	for _, f := range files {
		if f.test {
			continue
		}
		dir := filepath.Dir(f.name)
		documented[dir] = documented[dir] || f.ast.Doc != nil
		if !public(dir) || generated(f.ast) {
			continue
		}
		for _, d := range f.ast.Decls {
			for _, n := range undocumented(d) {
				t.Errorf("%s: exported %s has no comment", fset.Position(n.Pos()), n.Name)
			}
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no comment", dir)
		}
	}
}

func undocumented(d ast.Decl) []*ast.Ident {
	var out []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			out = append(out, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					out = append(out, s.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					out = append(out, s.Names[0])
				}
			}
		}
	}
	return out
}

// exportedReceiver returns false for methods of unexported types, and for methods with a meaning
// fixed by a well-known interface.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	if d.Name.Name == "String" || d.Name.Name == "Error" || d.Name.Name == "Unwrap" ||
		d.Name.Name == "Pos" || d.Name.Name == "End" {
		return false
	}
	typ := d.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	if g, ok := typ.(*ast.IndexExpr); ok {
		typ = g.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

// House rule 1 is an aim: excess is reported (go test -v), and not refused.
func TestReportLongFilesAndFunctions(t *testing.T) {
	fset, files := sources(t)
	for _, f := range files {
		if generated(f.ast) {
			continue
		}
		if n := fset.Position(f.ast.FileEnd).Line; n > 500 {
			t.Logf("%s: %d lines", f.name, n)
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line; n > 80 {
					t.Logf("%s: func %s: %d lines", f.name, fn.Name.Name, n)
				}
			}
		}
	}
}

// No package or file has a name like util.
func TestNoUtil(t *testing.T) {
	_, files := sources(t)
	for _, f := range files {
		for _, part := range strings.Split(strings.TrimSuffix(f.name, ".go"), "/") {
			switch strings.TrimSuffix(part, "_test") {
			case "util", "utils", "helper", "helpers", "common", "misc":
				t.Errorf("%s: a name that says nothing", f.name)
			}
		}
	}
}

// The API of the public packages names no internal types, because users could not name them either.
// For standalone.Options this is the purpose: it is for the programs of this module alone.
func TestPublicPackagesShowNoInternalType(t *testing.T) {
	fset, files := sources(t)
	for _, f := range files {
		if f.test || !public(filepath.Dir(f.name)) {
			continue
		}
		internal := map[string]bool{}
		for _, imp := range f.ast.Imports {
			path := strings.Trim(imp.Path.Value, `"`)
			if !strings.HasPrefix(path, "ftsh/internal/") || path == "ftsh/internal/standalone" {
				continue
			}
			name := path[strings.LastIndexByte(path, '/')+1:]
			if imp.Name != nil {
				name = imp.Name.Name
			}
			internal[name] = true
		}
		for _, d := range f.ast.Decls {
			for _, n := range shown(d) {
				ast.Inspect(n, func(n ast.Node) bool {
					if sel, ok := n.(*ast.SelectorExpr); ok {
						if x, ok := sel.X.(*ast.Ident); ok && internal[x.Name] {
							t.Errorf("%s: the API shows %s.%s", fset.Position(n.Pos()), x.Name,
								sel.Sel.Name)
						}
					}
					return true
				})
			}
		}
	}
}

func public(dir string) bool {
	switch dir {
	case "interp", "interp/event", "backoff", "parser", "parser/ast":
		return true
	}
	return false
}

// shown returns the parts of a declaration visible to users of the package.
func shown(d ast.Decl) []ast.Node {
	var out []ast.Node
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d)) {
			out = append(out, d.Type)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && s.Type != nil {
					out = append(out, s.Type)
				}
			case *ast.TypeSpec:
				if !s.Name.IsExported() {
					continue
				}
				st, ok := s.Type.(*ast.StructType)
				if !ok {
					out = append(out, s.Type)
					continue
				}
				for _, field := range st.Fields.List {
					if len(field.Names) == 0 || field.Names[0].IsExported() {
						out = append(out, field.Type)
					}
				}
			}
		}
	}
	return out
}
