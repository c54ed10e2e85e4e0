package through

import "ftsh/internal/lockfile"

// restore repairs a new or partly lost State: somebody has cut the file short or
// overwritten it. Serials restart from the time, so that none repeats one given earlier, or one
// from another directory that FTSH_THROUGH may name.
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

// regain finds the holders with unreadable rows. A row is free only if its byte is not locked,
// whatever its content. A holder of unknown kind counts as one of Jobs.
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
