package sig

// Stops reports whether the default of s is to stop the process.
func Stops(s Signal) bool {
	return s == SIGSTOP || s == SIGTSTP || s == SIGTTIN || s == SIGTTOU
}
