//go:build linux && (amd64 || arm64)

package sig

// HoldStops keeps the terminal's stop signals (SIGTSTP, SIGTTIN, SIGTTOU) from stopping the process
// until release is called. Signals arriving meanwhile arrive then, and a disposition set meanwhile
// is set then. There may be several holders; the last release ends it. It is for moments when a
// stopped process would hold up others. SIGSTOP cannot be held.
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
