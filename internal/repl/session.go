package repl

import (
	"io"
	"time"

	"ftsh/internal/edit"
)

// escapeTime is the time to wait after an Escape for the rest of a sequence. A terminal sends a
// sequence in one piece; a user pressing Escape, and then a key, takes longer.
const escapeTime = 50 * time.Millisecond

// answerTime is the time to wait for the terminal's report of its cursor. It also applies at the
// end of a line, since later a command would read the report.
const answerTime = 200 * time.Millisecond

// A session is the editing of one line on the screen.
type session struct {
	r       *Reader
	editor  *edit.Editor
	decoder edit.Decoder
	screen  *screen
	// The terminal was asked for its cursor, and the line waits for the answer.
	asked   bool
	until   time.Time
	pending int  // answers still to come
	broken  bool // Ctrl-C came inside a paste
}

// run edits until the line is done.
func (s *session) run() (edit.State, error) {
	s.screen.paint(s.editor)
	stale := false
	for {
		wait := time.Duration(-1)
		switch {
		case s.decoder.Held(), s.broken:
			wait = escapeTime
		case s.asked:
			wait = max(time.Until(s.until), 0)
		case stale:
			wait = 0
		}
		ready, woken, err := s.r.ready(wait)
		if err != nil {
			return 0, err
		}
		if woken && s.stopped() {
			return 0, io.EOF
		}
		if woken || stale && !ready {
			s.resized()
		}
		switch {
		case ready:
			c, err := s.r.byte()
			if err != nil {
				return 0, err
			}
			s.broken = s.decoder.Pasting() && c == 3
			state, used := s.keys(s.decoder.Byte(c))
			if state != edit.Editing {
				s.awaitAnswer()
				return state, nil
			}
			stale = stale || used
		case s.broken: // the end of a paste was lost
			return edit.Interrupted, nil
		case s.decoder.Held() && wait == escapeTime:
			if _, used := s.keys(s.decoder.Flush()); used {
				stale = true
			}
		case s.asked && time.Until(s.until) <= 0: // it never answers
			s.answered(0, 0)
			stale = false
		case stale && !s.asked:
			s.screen.paint(s.editor)
			stale = false
		}
	}
}

func (s *session) stopped() bool {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	return s.r.closed
}

// keys executes keys, and reports whether the line must be drawn again.
func (s *session) keys(keys []edit.Key) (state edit.State, used bool) {
	for _, k := range keys {
		if k.Name == edit.Position {
			s.pending = max(s.pending-1, 0)
			s.answered(k.Row, k.Col)
			continue
		}
		used = true
		if state := s.editor.Key(k); state != edit.Editing {
			return state, true
		}
	}
	return edit.Editing, used
}

// resized asks the terminal for its cursor if its size has changed: some rewrap their lines, others
// cut them off.
func (s *session) resized() {
	width, height := s.r.size()
	if width == s.screen.width && height == s.screen.height || s.asked {
		return
	}
	s.asked, s.until = true, time.Now().Add(answerTime)
	s.pending++
	_, _ = io.WriteString(s.r.out, "\x1b[6n")
}

// answered draws the line again after a change of size. The cursor is at row and col, counted from
// 1, or 0 if unknown.
func (s *session) answered(row, col int) {
	if !s.asked {
		return
	}
	s.asked = false
	width, height := s.r.size()
	s.screen.resize(width, height, row, col)
	s.screen.paint(s.editor)
}

// awaitAnswer waits for an answer still to come.
func (s *session) awaitAnswer() {
	until := time.Now().Add(answerTime)
	for s.pending > 0 && time.Until(until) > 0 {
		ready, _, err := s.r.ready(time.Until(until))
		if err != nil || !ready {
			return
		}
		c, err := s.r.byte()
		if err != nil {
			return
		}
		for _, k := range s.decoder.Byte(c) {
			if k.Name != edit.Position {
				return
			}
			s.pending--
			s.answered(k.Row, k.Col)
		}
	}
}
