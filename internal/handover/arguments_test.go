package handover

import (
	"slices"
	"testing"
)

func TestArguments(t *testing.T) {
	for _, c := range []struct{ args, env, wantArgs, wantEnv []string }{
		{[]string{"ftsh"}, []string{"A=b"}, []string{"ftsh"}, []string{"A=b"}},
		{[]string{"any"}, []string{"A=b", "FTSH_ARGUMENTS=2:a 13:--handover=103:x:y", "C="},
			[]string{"any"}, []string{"A=b", "FTSH_ARGUMENTS=2:a 13:--handover=103:x:y", "C="}},
		{[]string{"any"}, []string{"A=b", "FTSH_ARGUMENTS=2:a 3:x:y13:--handover=10", "C="},
			[]string{"a ", "x:y", "--handover=10"}, []string{"A=b", "C="}},
		{[]string{"any", "more"}, []string{"FTSH_ARGUMENTS=1:a13:--handover=10"},
			[]string{"any", "more"}, []string{"FTSH_ARGUMENTS=1:a13:--handover=10"}},
		{[]string{"any"}, []string{"FTSH_ARGUMENTS=1:a14:--handover=10"}, []string{"any"},
			[]string{"FTSH_ARGUMENTS=1:a14:--handover=10"}},
		{[]string{"any"}, []string{"FTSH_ARGUMENTS=1:a-1:b"}, []string{"any"},
			[]string{"FTSH_ARGUMENTS=1:a-1:b"}},
		{[]string{"any"}, []string{"FTSH_ARGUMENTS=1:a13:--handover=10", "FTSH_ARGUMENTS=x"},
			[]string{"a", "--handover=10"}, []string{"FTSH_ARGUMENTS=x"}},
		{nil, nil, nil, nil},
	} {
		args, env := Arguments(c.args, c.env)
		if !slices.Equal(args, c.wantArgs) || !slices.Equal(env, c.wantEnv) {
			t.Errorf("%q %q: %q %q", c.args, c.env, args, env)
		}
	}
	argv, env := Hide("title", []string{"", "a:b", "--handover=11"}, []string{"A=b"})
	if !slices.Equal(argv, []string{"title"}) || !slices.Equal(env,
		[]string{"FTSH_ARGUMENTS=0:3:a:b13:--handover=11", "A=b"}) {
		t.Errorf("%q %q", argv, env)
	}
}
