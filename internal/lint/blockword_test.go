package lint

import "testing"

func TestBlockWord(t *testing.T) {
	runRule(t, BlockWord, []ruleCase{
		{"try $n times\n a\ndone_\n", []string{"1:1 this opens no block"}},
		{"a\nend", []string{"2:1 no block is open here"}},
		{"tyr 3 times\n a", []string{"1:1 is \"tyr\" meant to be \"try\"?"}},
		{"Try for 1 hour\n a", []string{"1:1 is \"Try\" meant"}},
		{"ftry 3 times -- a", nil},
		{"foral h in a b\n a", []string{"1:1 is \"foral\" meant to be \"forall\"?"}},
		{"try 3 times\n a\ncacth\n b\nend", []string{"3:1 is \"cacth\" meant to be \"catch\"?"}},
		{"try for 1 h\n a\nsesne\n b\nend", []string{"3:1 is \"sesne\" meant to be \"sense\"?"}},
		{"try 3 times\n a\nend\nsense", []string{"4:1 no block is open here"}},
		{"try() { :; }\ntry $n times\nend() { :; }\nend", nil},
		{"try make install\ntry ar d lib.a x.o\ntry \"$1\"", nil},
		{"tr 3 times\ndry run\ncheck\nsense\nend x", nil},
		{"try 3 times\n env\n watch\nend", nil},
	})
}
