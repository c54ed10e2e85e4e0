package vars

// Bytes reports whether a character is a byte: whether the locale for characters, which
// LC_ALL, else LC_CTYPE, else LANG names (XBD 8.2), is C or POSIX. With none of them set, as
// under cron, and with any other name characters are those of UTF-8.
func (s *Store) Bytes() bool {
	for _, r := range s.names.locale {
		if locale, _ := s.Get(r); locale != "" {
			return locale == "C" || locale == "POSIX"
		}
	}
	return false
}
