//go:build linux && (amd64 || arm64)

package sig

// HoldStops keeps what stops a process by default (the terminal's SIGTSTP, SIGTTIN, SIGTTOU) from doing so until release is
// called, where it would: what arrives meanwhile arrives then, and a disposition that is set meanwhile is set then. Several may
// hold them, until the last one releases. It is for moments in which a stopped process would hold up others. SIGSTOP
// cannot be held.
func (d *Dispatcher) HoldStops() (release func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return func() {}
	}
	if d.holders++; d.holders == 1 {
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
		d.later = map[Signal]Disposition{}
	}
	return d.releaseStops
}

func (d *Dispatcher) releaseStops() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.holders--; d.holders > 0 || d.closed {
		return
	}
	held := Set(d.held.Load())
	for s := range held.All() {
		to := Default
		if l, set := d.later[s]; set {
			to = l
		}
		_ = d.apply(s, to)
	}
	d.held.Store(0)
	if d.Pending() {
		d.notify()
	}
}
