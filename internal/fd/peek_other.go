//go:build unix && !linux

package fd

// A peeker looks into a pipe without consuming; only Linux can.
type peeker struct{}

func (peeker) close()       {}
func (peeker) giveBack(int) {}

func (d *descriptor) peekLine(byte, int) (part []byte, done bool, err error, ok bool) {
	return nil, false, nil, false
}
