package journal

import "ftsh/internal/statedir"

// Private says who else could have written what the journal holds; nil: nobody. Of a made-up one a step would be left out, or
// its output be another's.
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
