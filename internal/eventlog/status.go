package eventlog

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"ftsh/internal/duration"
	"ftsh/interp/event"
)

// eraseLine goes to the start of a terminal's line and clears it.
const eraseLine = "\r\x1b[K"

// Status shows on a terminal, counting down, that a try waits. Calling over removes the line. A
// wait of less than a second gets no line.
func Status(w event.Wait) (over func()) {
	if w.Delay < time.Second && w.Through == "" {
		return func() {}
	}
	began, stop, done := time.Now(), make(chan struct{}), make(chan struct{})
	draw := func() { fmt.Fprintf(w.Stderr, "%s%s", eraseLine, status(w, time.Since(began))) }
	go func() {
		defer close(done)
		draw()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				draw()
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-done
		fmt.Fprint(w.Stderr, eraseLine)
	}
}

// status returns the line after part of the wait has passed. It fits the terminal.
func status(w event.Wait, passed time.Duration) string {
	text := fmt.Sprintf("attempt %d", w.Attempt)
	if w.Times > 0 {
		text += fmt.Sprintf(" of %d", w.Times)
	}
	if w.Through != "" {
		text += " waits for " + w.Through + " (" + w.For
		if w.Holder > 0 {
			text += ", held by process " + strconv.Itoa(w.Holder)
		}
		text += ")"
	} else {
		text += " in " + whole(w.Delay-passed)
	}
	if w.Left > 0 {
		text += ", " + whole(w.Left-passed) + " left"
	}
	if w.Keys {
		text += " (r: now, q: give up)"
	}
	if w.Through == "" || w.Attempt > 1 {
		text += "; " + w.Failure.String()
	}
	var buf bytes.Buffer
	harmless(&buf, text)
	return cut(buf.String(), w.Columns-1)
}

// whole returns a remaining time in whole seconds, rounded up.
func whole(d time.Duration) string {
	return duration.Human(max((d + time.Second - 1).Truncate(time.Second), 0))
}

// cut returns at most n characters of text.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	runes := []rune(text)
	return string(runes[:max(n-1, 0)]) + "…"
}
