package through

import (
	"golang.org/x/sys/unix"
)

// restore makes a State of one that is new, or was lost: somebody has cut the file short, or written something else into it. Who holds a
// slot still has its byte locked. Serials begin with the time, so that none is one that was given away before, or in
// another directory: FTSH_THROUGH may tell of that.
func (f *File) restore(s *State) error {
	if err := grown(f.file); err != nil {
		return err
	}
	s.Serial = max(s.Serial, uint64(Now()))
	l := unix.Flock_t{Type: unix.F_WRLCK, Start: holderByte, Len: maxHolders}
	if err := unix.FcntlFlock(f.file.Fd(), unix.F_OFD_GETLK, &l); err == nil && l.Type == unix.F_UNLCK {
		return nil
	}
	for row := range maxHolders {
		if known := row < len(s.Holders) && s.Holders[row].Serial != 0; !known && f.HolderLives(row) {
			s.setHolder(row, Holder{Serial: s.serial(), Since: Now(), Kind: Job})
		}
	}
	return nil
}
