package vars

// Bytes reports whether characters are bytes: whether the locale for characters, named by LC_ALL,
// else LC_CTYPE, else LANG (XBD 8.2), is C or POSIX. If none of them is set, as under cron, or with
// any other name, characters are UTF-8.
func (s *Store) Bytes() bool {
	for _, r := range s.names.locale {
		if locale, _ := s.Get(r); locale != "" {
			return locale == "C" || locale == "POSIX"
		}
	}
	return false
}
