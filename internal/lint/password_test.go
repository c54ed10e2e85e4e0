package lint

import "testing"

func TestPasswordArgument(t *testing.T) {
	runRule(t, PasswordArgument, []ruleCase{
		{"curl -u \"$user:$pw\" $u",
			[]string{"1:6 everybody on this machine can see the password of -u"}},
		{"curl -H \"Authorization: Bearer $t\" $u",
			[]string{"1:6 everybody on this machine can see the token in this header"}},
		{"wget --password=secret $u\nwget --password \"$p\"",
			[]string{"1:6 everybody on this machine can see the value of --password", "2:6 "}},
		{"curl https://me:secret@host/x\ngit clone \"https://$u:$p@host/\"",
			[]string{"1:6 everybody on this machine can see the password in this URL",
				"2:11 "}},
		{"mysql -psecret\nmysql -p\"$p\"\nsshpass -p x ssh h\nopenssl enc -pass pass:x",
			[]string{"1:7 ", "2:7 ", "3:9 ", "4:13 "}},
		{"docker login -u me -p \"$p\"", []string{"1:20 "}},
		{"docker run -p 80:80 x", nil},
		{"mysql -p\nsshpass -e ssh h\nopenssl enc -pass env:P -pass file:f\ncurl -u user " +
			"$u\ncurl -K f", nil},
		{"wget --password-file=f\nx --password=file:/f --token=@f\nx --password\ncurl " +
			"https://host:8080/a@b\nssh user@host", nil},
		{"echo --password=x\nprintf '%s' --token=\"$t\"\nf() { :; }\nf --password x", nil},
		{"PGPASSWORD=x psql", nil},
	})
}
