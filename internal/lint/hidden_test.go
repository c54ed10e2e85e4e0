package lint

import "testing"

func TestHiddenFailure(t *testing.T) {
	runRule(t, HiddenFailure, []ruleCase{
		{"try 3 times\n curl -sf $u || true\nend",
			[]string{"2:2 the block never sees that curl fails"}},
		{"try 3 times\n if a; then\n  make || :\n fi\nend",
			[]string{"3:3 the block never sees that make fails"}},
		{"forall h in a b\n { a; b; } || true\nend",
			[]string{"2:2 the block never sees a failure of this"}},
		{"curl $u || true\nf() { curl $u || true; }", nil},
		{"try 3 times\n rm f || true\n kill $p || :\n grep x f || true\n sudo umount /m || " +
			"true\nend", nil},
		{"try 3 times\n command -v f || true\n ionice -c3 -p $$ || true\n sudo -u u umount /m || :\nend",
			nil},
		{"try 3 times\n a\ncatch\n curl $u || true\nend", nil},
		{"try 3 times\n if curl $u || true; then a; fi\nend", nil},
		{"try 3 times\n curl $u || echo no\nend", nil},
	})
}
