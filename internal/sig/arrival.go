package sig

import "math/bits"

// Pending reports whether a caught signal has arrived and is not taken yet. It costs one load.
func (d *Dispatcher) Pending() bool { return d.word().Load() != 0 }

// Take returns an arrived signal, the lowest number first, and false if there is none. Any number
// of arrivals of one signal before Take count as one, as in the kernel.
func (d *Dispatcher) Take() (Signal, bool) {
	w := d.word()
	for {
		all := w.Load()
		set := all &^ d.held.Load()
		if set == 0 {
			return 0, false
		}
		if first := set & -set; w.CompareAndSwap(all, all&^first) {
			return Signal(bits.TrailingZeros64(first) + 1), true
		}
	}
}

// Wake returns a channel that receives when something arrives. Arrivals not received become one;
// after it, Take until nothing is left.
func (d *Dispatcher) Wake() <-chan struct{} {
	d.start()
	return d.wake
}

func (d *Dispatcher) notify() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Raise makes s arrive as if it had been sent from outside. It is for signals of the shell to
// itself.
func (d *Dispatcher) Raise(s Signal) {
	d.word().Or(uint64(bit(s)))
	d.notify()
}

// Ignored returns the signals ignored by a record or by Set, for children to ignore, SIGCHLD
// included.
func (d *Dispatcher) Ignored() Set {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ignored
}
