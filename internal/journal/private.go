package journal

import "ftsh/internal/statedir"

// Private returns nil if only the user could have written the journal, and otherwise names the
// other writers. A forged journal could skip a step or substitute its output.
func (j *Journal) Private() error {
	f := j.file.OS()
	if f == nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return statedir.Private(j.path, info)
}
