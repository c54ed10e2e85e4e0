package expand_test

import (
	"testing"

	"ftsh/internal/array"
	"ftsh/internal/expand"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// FuzzBash: no expansion of bash panics, whatever its operands are.
func FuzzBash(f *testing.F) {
	for _, s := range []string{
		"${x/#*b/&\\&} ${x//[a-/]/$y} ${x:y:x} ${x: -1:1} ${x^^y} ${x@E}${x@P}",
		"${a[@]:x} ${a[x]} \"${a[*]/x/y}\" ${A[$x]} ${A[@]:1:1} ${!x} ${!a[@]} ${a[@]@A}${A[@]@K}",
		"${@:0} ${@:1:9223372036854775807} ${x:-9223372036854775808} ${a[9223372036854775807]=1}",
	} {
		f.Add(s, "abcb", "a[1]")
	}
	f.Fuzz(func(t *testing.T, word, x, y string) {
		if len(word)+len(x)+len(y) > 300 {
			return
		}
		script, err := parser.Parse("p "+word, parser.Options{Bash: true})
		if err != nil || len(script.List.AndOrs) != 1 {
			return
		}
		cmd, ok := script.List.AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
		if !ok {
			return
		}
		fr := newFrame()
		v := fr.vars
		for name, value := range map[string]string{"x": x, "y": y} {
			if err := v.Assign(name, value); err != nil {
				t.Fatal(err)
			}
		}
		fill := func(a *array.Indexed) { a.Set(1, x); a.Set(5, y) }
		if err := v.ChangeIndexed(v.Names().Ref("a"), fill); err != nil {
			t.Fatal(err)
		}
		key := func(a *array.Assoc) { a.Set("k", x); a.Set(y, x) }
		if err := v.ChangeAssoc(v.Names().Ref("A"), key); err != nil {
			t.Fatal(err)
		}
		c := fr.compiler()
		c.Bash = true
		c.Subst = func(*ast.CmdSubst, int) expand.Subst {
			return func(expand.Shell) (string, error) { return " x:*&", nil }
		}
		for _, w := range cmd.Args {
			_, _ = c.Word(w).Fields(fr, nil) // an error is as good as fields
		}
	})
}
