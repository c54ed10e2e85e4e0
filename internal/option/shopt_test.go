package option_test

import (
	"os/exec"
	"strings"
	"testing"

	"ftsh/internal/option"
)

func TestShoptsStartAsInBash(t *testing.T) {
	const on = "checkwinsize:cmdhist:complete_fullquote:extquote:force_fignore:globasciiranges:" +
		"globskipdots:hostcomplete:interactive_comments:patsub_replacement:progcomp:promptvars:" +
		"sourcepath"
	if got := option.Shopts(0).Names(); got != on {
		t.Errorf("got %s, want %s", got, on)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	out, err := exec.Command(bash, "-c", "shopt; echo $BASHOPTS").Output()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, o := range option.AllShopts() {
		b.WriteString(o.String())
		b.WriteString(strings.Repeat(" ", max(0, 15-len(o.String()))))
		b.WriteString(map[bool]string{true: "\ton\n", false: "\toff\n"}[option.Shopts(0).Has(o)])
	}
	if want := b.String() + on + "\n"; string(out) != want {
		t.Errorf("bash says\n%swant\n%s", out, want)
	}
}

func TestShopts(t *testing.T) {
	var s option.Shopts
	for _, o := range option.AllShopts() {
		for _, on := range []bool{true, false, true} {
			if s = s.Put(o, on); s.Has(o) != on {
				t.Errorf("%s: Put(%v) has no effect", o, on)
			}
		}
		if got, ok := option.ShoptByName(o.String()); got != o || !ok {
			t.Errorf("ShoptByName(%q) = %v, %v", o, got, ok)
		}
		// The default is taken everywhere.
		for _, prompt := range []bool{false, true} {
			if err := o.Refusal(option.Shopts(0).Has(o), prompt); err != nil {
				t.Errorf("%s: %v", o, err)
			}
		}
	}
	for _, r := range []struct {
		opt        option.Shopt
		on, prompt bool
		want       string
	}{
		{option.ExtGlob, true, true, ""},
		{option.Compat31, true, false, "ftsh cannot turn it on"},
		{option.ExtQuote, false, false, "ftsh cannot turn it off"},
		{option.AutoCD, true, false, ""},
		{option.AutoCD, true, true, "ftsh cannot turn it on at a prompt"},
	} {
		got := ""
		if err := r.opt.Refusal(r.on, r.prompt); err != nil {
			got = err.Error()
		}
		if got != r.want {
			t.Errorf("%s: %q, want %q", r.opt, got, r.want)
		}
	}
}
