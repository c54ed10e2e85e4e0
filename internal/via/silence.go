package via

import (
	"errors"
	"time"

	"ftsh/internal/clock"
)

// A Silence is a time without an answer from an Executor: readings of the queue fail or take long,
// or the Executor reports why it is still trying to submit.
type Silence struct {
	Lasted time.Duration // since the first unanswered question
	Why    string        // the latest message of the Executor; "": none
	Over   bool          // it has answered now
}

// A silence is a Session's state of waiting. The zero value: the Executor has answered.
type silence struct {
	since    clock.Instant // when the first unanswered question began; 0: none
	why      string
	submits  bool // the last question was a submission; it may take long
	reported bool
}

// asks notes a question to the Executor.
func (s *Session) asks(submits bool) {
	if s.silent.since == 0 {
		s.silent.since = s.clock.Now()
	}
	s.silent.submits = submits
}

// heard notes its answer.
func (s *Session) heard(err error) {
	if err != nil {
		s.silent.why = err.Error()
		return
	}
	if s.silent.reported {
		s.opt.Silence(Silence{Lasted: s.silent.lasted(s.clock), Over: true})
	}
	s.silent = silence{}
}

// heardSubmit notes the answer to a submission. A refusal counts as one.
func (s *Session) heardSubmit(err error) {
	if !passing(err) {
		err = nil
	}
	s.heard(err)
}

// passing reports whether an error calls itself temporary.
func passing(err error) bool {
	var p interface{ Temporary() bool }
	return errors.As(err, &p) && p.Temporary()
}

func (q *silence) lasted(c clock.Clock) time.Duration { return c.Now().Sub(q.since) }

// reportSilence reports a silence once, after it has lasted for the Session's Patience.
func (s *Session) reportSilence() {
	q := &s.silent
	if s.opt.Silence == nil || s.cancelled || q.reported || q.since == 0 ||
		q.lasted(s.clock) < s.opt.Patience {
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
	q.reported = true
	s.opt.Silence(Silence{Lasted: q.lasted(s.clock), Why: why})
}
