package lint

import "testing"

func TestUnquotedDestructive(t *testing.T) {
	runRule(t, UnquotedDestructive, []ruleCase{
		{"rm -rf $dir/", []string{"1:8 rm gets as many words as $dir happens to have: write " +
			"\"$dir\""}},
		{"sudo -u www rm -rf $dir/", []string{"1:20 rm gets as many words as $dir"}},
		{"sudo mv ${a} \"$b\"", []string{"1:9 mv gets as many words as ${a}"}},
		{"chown -R u $(cat f) $*",
			[]string{"1:12 chown gets as many words as the output of $(cat f)", "1:21 chown gets"}},
		{"rsync --delete $a b:", []string{"1:16 rsync gets"}},
		{"rm -rf \"$dir\" \"$@\" ${x+\"$x\"} f.$$ f.$((n+1))", nil},
		{"chown u $f\ncp $a $b\necho $x", nil},
		{"tmp=/tmp/x.$$\nlist='a b'\nrm $tmp $tmp.1", nil},
		{"for f in a b; do rm $f; done", nil},
		{"for f in *; do rm $f; done", []string{"1:19 rm gets"}},
		{"t=$(mktemp)\ntrap 'rm $t' EXIT\nrm $t", nil},
		{"t=a\nread t\nrm $t", []string{"3:4 rm gets"}},
		{"rm $RM_OPTS \"$f\"\nrm $files", nil},
		{"rm() { :; }\nrm $x", nil},
	})
}
