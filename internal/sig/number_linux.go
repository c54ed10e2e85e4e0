package sig

// harmlessHere reports whether s does nothing by default on this system alone.
func harmlessHere(Signal) bool { return false }

// The C library keeps 32 and 33 for itself.
const (
	firstRealtime Signal = 34
	maxSignal     Signal = 64
)
