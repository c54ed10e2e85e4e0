package netname_test

import (
	"encoding/hex"
	"testing"

	"ftsh/internal/netname"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "7f000001", "255.255.255.255": "ffffffff", "0.0.0.0": "00000000",
		"::1":                 "00000000000000000000000000000001",
		"::":                  "00000000000000000000000000000000",
		"fe80::1%eth0":        "fe800000000000000000000000000001%eth0",
		"2001:db8::8:800:20C": "20010db800000000000000080800020c",
		"1:2:3:4:5:6:7:8":     "00010002000300040005000600070008",
		"1:2:3:4:5:6:7::":     "00010002000300040005000600070000",
		"::ffff:10.0.0.1":     "00000000000000000000ffff0a000001",
		"1:2:3:4:5:6:1.2.3.4": "00010002000300040005000601020304",
		"":                    "", "1.2.3": "", "1.2.3.4.5": "", "1.2.3.256": "", "01.2.3.4": "", "1.2.3.+4": "",
		":": "", ":::": "", "1::2::3": "", "1:2:3:4:5:6:7": "", "1:2:3:4:5:6:7:8:9": "",
		"1:2:3:4:5:6:7:8::": "", "12345::": "", "::g": "", "1.2.3.4::": "", "::1%": "", "localhost": "",
		"::1.2.3": "", "1:": "", ":1": "",
	} {
		a, ok := netname.Parse(text)
		got := hex.EncodeToString([]byte(a.IP))
		if a.Zone != "" {
			got += "%" + a.Zone
		}
		if got != want || ok != (want != "") {
			t.Errorf("Parse(%q) = %s, %v; want %s", text, got, ok, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("fe80::1:10.0.0.1%x")
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := netname.Parse(text)
		if n := len(a.IP); ok && n != 4 && n != 16 || !ok && n != 0 {
			t.Errorf("Parse(%q): %d bytes", text, n)
		}
	})
}

func TestHosts(t *testing.T) {
	const text = "# comment\n127.0.0.1\tlocalhost me # you\n::1 ip6 LocalHost\nbad localhost\n127.0.0.1 localhost\n\n10.0.0.1"
	for name, want := range map[string]int{"localhost": 2, "ME": 1, "you": 0, "127.0.0.1": 0, "ip6": 1} {
		if all := netname.Hosts(text, name); len(all) != want {
			t.Errorf("%s: %v, want %d", name, all, want)
		}
	}
	all := netname.Ahosts("::1             STREAM localhost\n::1             DGRAM  \n127.0.0.1 STREAM\n")
	if len(all) != 2 || len(all[0].IP) != 16 || len(all[1].IP) != 4 {
		t.Errorf("ahosts: %v", all)
	}
}

func TestService(t *testing.T) {
	const text = "http 80/tcp www # WorldWideWeb\ndomain 53/tcp\ndomain 53/udp\nbad 1\nworse 70000/tcp"
	for _, c := range []struct {
		name, protocol string
		port           int
	}{{"http", "tcp", 80}, {"www", "tcp", 80}, {"http", "udp", 0}, {"domain", "udp", 53}, {"bad", "tcp", 0},
		{"worse", "tcp", 0}, {"WorldWideWeb", "tcp", 0}, {"80/tcp", "tcp", 0}} {
		port, ok := netname.Service(text, c.name, c.protocol)
		if port != c.port || ok != (c.port != 0) {
			t.Errorf("%s/%s: %d, %v; want %d", c.name, c.protocol, port, ok, c.port)
		}
	}
	for text, want := range map[string][2]bool{"80": {true, true}, "65536": {true, false}, "http": {false, false},
		"": {false, false}, "-1": {false, false}, "00080": {true, true}} {
		if _, known, ok := netname.Port(text); known != want[0] || ok != want[1] {
			t.Errorf("Port(%q): %v %v", text, known, ok)
		}
	}
}
