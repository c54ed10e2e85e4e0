package via

import (
	"errors"
	"time"

	"ftsh/internal/clock"
)

// A Silence is that an Executor does not answer: looks at the queue fail or last, or it says why it is still
// trying to submit.
type Silence struct {
	Lasted time.Duration // since the first question began that had no answer
	Why    string        // what the Executor has said last; "": nothing
	Over   bool          // it has answered now
}

// A silence is what a Session knows of one. The zero value: the Executor has answered.
type silence struct {
	since   clock.Instant // when the first question began that had no answer; 0: there is none
	why     string
	submits bool // the last question was to submit, which may last
	told    bool
}

// asks is before a question to the Executor.
func (s *Session) asks(submits bool) {
	if s.silent.since == 0 {
		s.silent.since = s.clock.Now()
	}
	s.silent.submits = submits
}

// heard is behind its answer.
func (s *Session) heard(err error) {
	if err != nil {
		s.silent.why = err.Error()
		return
	}
	if s.silent.told {
		s.opt.Silence(Silence{Lasted: s.silent.lasted(s.clock), Over: true})
	}
	s.silent = silence{}
}

// heardSubmit is behind that to a submission: a refusal is one.
func (s *Session) heardSubmit(err error) {
	if !passing(err) {
		err = nil
	}
	s.heard(err)
}

// passing reports whether an error says of itself that it may pass.
func passing(err error) bool {
	var p interface{ Temporary() bool }
	return errors.As(err, &p) && p.Temporary()
}

func (q *silence) lasted(c clock.Clock) time.Duration { return c.Now().Sub(q.since) }

// tellSilence tells of one that has lasted as long as the Session is patient, once.
func (s *Session) tellSilence() {
	q := &s.silent
	if s.opt.Silence == nil || s.cancelled || q.told || q.since == 0 || q.lasted(s.clock) < s.opt.Patience {
		return
	}
	why := q.why
	if s.calling != nil {
		if said := s.exec.Said(); said != "" {
			why = said
		}
	}
	if why == "" && q.submits {
		return
	}
	q.told = true
	s.opt.Silence(Silence{Lasted: q.lasted(s.clock), Why: why})
}
