package archtest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// publicPackages are the packages for other programs.
func publicPackages() []string {
	return []string{"ftsh/backoff", "ftsh/interp", "ftsh/interp/event", "ftsh/parser",
		"ftsh/parser/ast"}
}

// userPackages are packages whose tests use a public package as another program would.
func userPackages() []string { return []string{"ftsh/internal/eventlog", "ftsh/internal/syntax"} }

// Every exported name of a public package is used by a test or an example outside of the package,
// as another program would use it: types, functions, constants, variables, methods and fields.
func TestExportedNamesAreTested(t *testing.T) {
	want, used := map[string]bool{}, map[string]bool{}
	pkgs := map[string]goPackage{}
	for _, p := range list(t, "linux", slices.Concat([]string{"-test", "-export", "-deps"},
		publicPackages(), userPackages())...) {
		pkgs[p.ImportPath] = p
	}
	for _, p := range pkgs {
		path, variant, _ := strings.Cut(p.ImportPath, " ")
		external := strings.HasSuffix(path, "_test")
		if external || variant == "["+path+".test]" && slices.Contains(userPackages(), path) {
			x := checkTest(t, pkgs, p)
			maps.Copy(want, x.exported)
			maps.Copy(used, x.used)
		}
	}
	if len(want) < 100 {
		t.Errorf("only %d exported names found", len(want))
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !used[name] {
			t.Errorf("%s is in no test or example", name)
		}
	}
}

// A testedNames has the names of the public packages that a test package imports.
type testedNames struct {
	exported map[string]bool
	used     map[string]bool // in files of tests
	names    map[types.Object]string
}

// checkTest type-checks a package with tests.
func checkTest(t *testing.T, pkgs map[string]goPackage, p goPackage) *testedNames {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	open := func(path string) (io.ReadCloser, error) {
		if other, ok := p.ImportMap[path]; ok {
			path = other
		}
		return os.Open(pkgs[path].Export)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	pkg, err := conf.Check(p.ImportPath, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	x := &testedNames{map[string]bool{}, map[string]bool{}, map[types.Object]string{}}
	for _, imp := range pkg.Imports() {
		if slices.Contains(publicPackages(), imp.Path()) {
			x.export(imp)
		}
	}
	for id, o := range info.Uses {
		name, ok := x.names[o]
		if ok && strings.HasSuffix(fset.Position(id.Pos()).Filename, "_test.go") {
			x.used[name] = true
		}
	}
	return x
}

// export adds the exported names of a package.
func (x *testedNames) export(pkg *types.Package) {
	add := func(o types.Object, owner string) {
		name := o.Name()
		// Methods of fmt's interfaces are called by fmt.
		if o.Exported() && (owner == "" || name != "String" && name != "Error") {
			name = pkg.Path() + "." + owner + name
			x.exported[name], x.names[o] = true, name
		}
	}
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if isTest(name) { // of the package's own tests
			continue
		}
		add(o, "")
		typ, ok := o.(*types.TypeName)
		if !ok || !o.Exported() || typ.IsAlias() {
			continue
		}
		named := typ.Type().(*types.Named)
		for m := range named.Methods() {
			add(m, name+".")
		}
		switch u := named.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if !f.Embedded() { // its type is exported
					add(f, name+".")
				}
			}
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				add(m, name+".")
			}
		}
	}
}

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") ||
		strings.HasPrefix(name, "Benchmark")
}
