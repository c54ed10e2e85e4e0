package version

import (
	"runtime/debug"
	"testing"
)

func TestNoted(t *testing.T) {
	commit := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"},
			{Key: "vcs.revision", Value: "97a0834"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: commit("true")},
			"v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: commit("false")},
			"97a0834"},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: commit("true")},
			"97a0834-dirty"},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "unknown"},
		{debug.BuildInfo{}, "unknown"},
	} {
		if got := noted(&c.info); got != c.want {
			t.Errorf("%+v: %q, want %q", c.info, got, c.want)
		}
	}
}

// A build without a version from the linker, such as this test, reports one without blanks.
func TestOf(t *testing.T) {
	if got := Of("ftry"); got != "ftry unknown" && got != "ftry "+Number() || Number() == "" {
		t.Errorf("%q", got)
	}
}
