package sig

// The C library keeps 32 and 33 for itself.
const (
	firstRealtime Signal = 34
	maxSignal     Signal = 64
)
