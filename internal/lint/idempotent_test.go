package lint

import "testing"

func TestNotIdempotent(t *testing.T) {
	runRule(t, NotIdempotent, []ruleCase{
		{"try 3 times\n echo a >>list\n curl $u\nend", []string{"2:9 each attempt appends again"}},
		{"forany h in a b\n curl $h >>list\n verify\nend",
			[]string{"2:10 each attempt appends again"}},
		{"try 3 times\n curl $u\n echo a >>list\nend", nil},
		{"try 3 times\n : >list\n echo a >>list\n curl $u\nend", nil},
		{"try 3 times\n echo a >>build.log\n echo b >>\"$LOGFILE\"\n echo c >>/dev/stderr\n " +
			"curl $u\nend", nil},
		{"try 1 times\n echo a >>list\n curl $u\nend\ntry\n echo a >>list\n b\nend", nil},
		{"try 3 times\n for i in 1 2; do echo $i >>list; done\nend",
			[]string{"2:27 each attempt appends again"}},
		{"try 3 times\n mkdir d\n cp f d\nend",
			[]string{"2:2 the next attempt finds the directory there already"}},
		{"try 3 times\n mkdir -p d\n mkdir -m 700 -p e\n cp f d\nend", nil},
		{"try 3 times\n rm -rf d\n mkdir d\n mkdir d/e\n cp f d\nend", nil},
		{"try 3 times\n [ -d d ] || mkdir d\n if a; then mkdir e; fi\n cp f d\nend", nil},
		{"try 3 times\n t=$(mktemp -d)\n mkdir \"$t/x\"\n cp f \"$t/x\"\nend", nil},
		{"try 3 times\n cd \"$(mktemp -d)\"\n mkdir build\n echo a >>list\n make\nend", nil},
		{"try 3 times\n cd \"$dir\"\n mkdir build\n make\nend",
			[]string{"3:2 the next attempt finds the directory there"}},
		{"try 3 times\n cd \"$(mktemp -d)\"\n mkdir /srv/build\n make\nend",
			[]string{"3:2 the next attempt finds the directory there"}},
		{"try 3 times\n mkdir lock\nend", nil},
		{"try 3 times\n ln -s a b\n git clone $u\n useradd x\n a\nend",
			[]string{"2:2 the next attempt finds the link there", "3:2 the next attempt may find the directory there",
				"4:2 useradd fails in the next attempt"}},
		{"try 3 times\n ln -sf a b\n a\nend", nil},
		{"try 3 times\n list=\"$list $x\"\n a\nend",
			[]string{"2:2 list keeps what earlier attempts added"}},
		{"try 3 times\n list=\n for x in a; do list=\"$list $x\"; done\n a\nend", nil},
		{"try 3 times\n n=$((n+1))\n PATH=$PATH:/x\n a\nend", nil},
		{"try 3 times\n a\ncatch\n echo a >>list\n b\nend", nil},
		{"f() {\n echo a >>list\n b\n}\nforall x in a b\n echo $x >>list\n c\nend", nil},
	})
}
