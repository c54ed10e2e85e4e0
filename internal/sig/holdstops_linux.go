//go:build linux && (amd64 || arm64)

package sig

// HoldStops keeps what stops a process by default (the terminal's SIGTSTP, SIGTTIN, SIGTTOU) from doing so until release is
// called, where it would: what arrives meanwhile arrives then. It is for microseconds in which a stopped process
// would hold up others. SIGSTOP cannot be held.
func (d *Dispatcher) HoldStops() (release func()) {
	d.mu.Lock()
	if d.closed {
		return d.mu.Unlock
	}
	var held Set
	for _, s := range [...]Signal{SIGTSTP, SIGTTIN, SIGTTOU} {
		var now Action
		if SetAction(s, nil, &now) == nil && now.Handler == HandlerDefault {
			held.Add(s)
		}
	}
	d.held.Store(uint64(held))
	for s := range held.All() {
		_ = d.apply(s, Catch)
	}
	return func() {
		for s := range held.All() {
			_ = d.apply(s, Default)
		}
		d.held.Store(0)
		d.mu.Unlock()
		if d.Pending() {
			d.notify()
		}
	}
}
