package journal

import (
	"strings"
	"testing"
)

// The first piece of a journal may have a hole anywhere. It is torn, and needs no repair. A whole
// line without a record is damage.
func TestHoleInTheFirstPiece(t *testing.T) {
	line, err := appendLine(nil, &Record{Kind: Header, Format: Format,
		Name: Text(strings.Repeat("n", 600)), Block: "try"})
	if err != nil {
		t.Fatal(err)
	}
	hole := string(line[:512]) + strings.Repeat("\x00", len(line)-513) + "\n"
	if all, good, err := parsed([]byte(hole)); len(all) != 0 || good != 0 || err != nil {
		t.Errorf("a hole: %v, %d, %v", all, good, err)
	}
	other := strings.Replace(string(line), "nnn", "mmm", 1)
	if _, _, err := parsed([]byte(other)); err == nil ||
		err.Error() != "damaged: line 1: its checksum is wrong" {
		t.Errorf("other characters: %v", err)
	}
}
