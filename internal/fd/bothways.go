package fd

// BothWays reports whether f is a descriptor that the system has open for reading and for
// writing, as <> opens a file.
func BothWays(f File) bool {
	d, ok := f.(*descriptor)
	return ok && d.modeOf() == Readable|Writable
}
