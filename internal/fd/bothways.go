package fd

// BothWays reports whether f is a system descriptor open for reading and writing, as <> opens a
// file.
func BothWays(f File) bool {
	d, ok := f.(*descriptor)
	return ok && d.modeOf() == Readable|Writable
}
