package through

import "ftsh/internal/lockfile"

// restore makes a State of one that is new, or of which something was lost: somebody has cut the file short, or written
// something else into it. The serials begin anew with the time, so that none is one that was given away before, or in
// another directory: FTSH_THROUGH may name that one.
func (f *File) restore(s *State) error {
	if err := grown(f.file); err != nil {
		return err
	}
	s.Serial = max(s.Serial, uint64(Now()))
	f.regain(s)
	for _, row := range f.unread {
		if row < len(s.Holders) && s.Holders[row].Serial == 0 {
			s.setHolder(row, Holder{}) // written, so that the next read finds it right
		}
	}
	return nil
}

// regain finds the holders whose rows cannot be read. A row is free only if its byte is not locked, whatever its
// content is; a holder of which nothing else is known is taken for one of Jobs.
func (f *File) regain(s *State) {
	if len(f.unread) == 0 {
		return
	}
	if held, err := lockfile.BytesHeld(f.file, holderByte, maxHolders); err == nil && !held {
		return
	}
	for _, row := range f.unread {
		if f.HolderLives(row) {
			s.setHolder(row, Holder{Serial: s.serial(), Since: Now(), Kind: Job})
		}
	}
}
