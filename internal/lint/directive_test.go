package lint

import "testing"

func TestDirective(t *testing.T) {
	runRule(t, Directive, []ruleCase{
		{"# ftsh-lint disable=no-such\na\n# ftsh-lint disable=syntax-error\n# ftsh-lint enable=x",
			[]string{"1:1 there is no rule \"no-such\"", "3:1 a syntax error cannot be turned off",
				"4:1 expected disable=RULE"}},
		{"# ftsh-lint disable=bashism why\n[[ a ]]\n# ftsh-lint finds this\n# uses ftsh-lint " +
			"disable=x\n# ftsh-linter", nil},
	})
}

func TestDisable(t *testing.T) {
	runRule(t, Bashism, []ruleCase{
		{"# ftsh-lint disable=bashism because\n[[ a ]]\n[[ b ]]", []string{"3:1 "}},
		{"# ftsh-lint disable=not-idempotent,bashism\nif a; then\n [[ a ]]\nfi", nil},
		{"if a; then\n # ftsh-lint disable=bashism\n\n # prose\n [[ a ]] && \\\n  [[ b ]]\n [[ " +
			"c ]]\nfi", []string{"7:2 "}},
		{"a # ftsh-lint disable=bashism\n[[ a ]]", nil},
		{"# ftsh-lint disable=hidden-failure\n[[ a ]]", []string{"2:1 "}},
		{"x=$(\n # ftsh-lint disable=bashism\n [[ a ]]\n)", nil},
		{"cat <<E\n# ftsh-lint disable=bashism\nE\n[[ a ]]", []string{"4:1 "}},
	})
}
