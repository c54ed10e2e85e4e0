package sim

import (
	"context"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
)

// Discipline is a client's way of sharing a resource, in the words of "The Ethernet Approach to
// Grid Computing": fixed tries again at a fixed interval, Aloha backs off, Ethernet looks first
// whether the resource is free (carrier sense) and backs off if not.
type Discipline struct {
	Name   string
	Policy backoff.Policy
	Sense  bool
}

// Disciplines returns the three of the paper, with the waits of the shell: fixed and Aloha start at
// the same first delay, and Ethernet is Aloha with a look first.
func Disciplines(first, most time.Duration) []Discipline {
	ftsh := backoff.Ftsh{From: first, To: most, Factor: 2}
	return []Discipline{
		{"fixed", backoff.Fixed{Delay: first, To: first}, false},
		{"Aloha", ftsh, false},
		{"Ethernet", ftsh, true},
	}
}

// SubmitConfig describes the job submission of the paper: clients submit one job after another to a
// queue manager. Every connected client holds file descriptors of a limited table. When it runs
// out, the manager crashes with all submissions in progress, and restarts.
type SubmitConfig struct {
	Clients     int
	Spread      time.Duration // the clients start at random within it
	Prepare     time.Duration // mean time a client takes from its decision to the connection
	Descriptors int
	PerClient   int           // descriptors held by a connected client
	Reserve     int           // an Ethernet client connects only if more are free
	Look        time.Duration // cost of a look at the table for the manager's machine
	Service     time.Duration // of a job, with one client connected
	Slowdown    float64       // the service takes 1 + connected/Slowdown times as long
	Restart     time.Duration
	Duration    time.Duration
	Bin         time.Duration // of Timeline
	Seed        uint64
}

// DefaultSubmit has the table run out at 409 connected clients. The paper's figure breaks down at
// about 400. The single numbers are our own choice, including the cost of a look: 10 ms are five
// processes, as many as the script in examples/ needs for one.
func DefaultSubmit() SubmitConfig {
	return SubmitConfig{
		Clients: 400, Spread: 15 * time.Second, Prepare: time.Second, Descriptors: 8192,
		PerClient: 20, Reserve: 1000,
		Look:    10 * time.Millisecond,
		Service: 250 * time.Millisecond, Slowdown: 1600, Restart: 30 * time.Second,
		Duration: 5 * time.Minute,
		Bin:      time.Second, Seed: 1,
	}
}

// SubmitResult holds the counts of a run.
type SubmitResult struct {
	Jobs      int       // submitted
	Crashes   int       // of the manager
	Refused   int       // attempts while it was down
	Deferred  int       // attempts that looked and did not try
	Lost      int       // submissions in progress ended by a crash
	Free      []float64 // descriptors at the end of each bin
	Submitted []float64 // jobs in all at the end of each bin
}

const (
	submitDecide  uint8 = iota // a client decides to submit, and looks if Ethernet
	submitConnect              // it connects
	submitServed               // the manager has finished the job at the head of the queue
	submitRestart
	submitBin
)

type submit struct {
	cfg     SubmitConfig
	how     Discipline
	agenda  *agenda
	rnd     *rand.Rand
	clients []senser
	queue   []int32 // connected clients, the first being served
	epoch   uint16  // of the manager's life: a crash makes older events void
	down    bool
	looked  time.Duration // machine time of looks since the last job began
	result  SubmitResult
}

// Submit runs the experiment with all clients following one discipline.
func Submit(ctx context.Context, cfg SubmitConfig, how Discipline,
	tick func(float64)) (SubmitResult, error) {
	s := &submit{cfg: cfg, how: how, rnd: newRand(cfg.Seed),
		agenda:  newAgenda(cfg.Duration, cfg.Clients+8),
		clients: make([]senser, cfg.Clients)}
	for i := range s.clients {
		s.agenda.after(between(s.rnd, 0, cfg.Spread), submitDecide, int32(i), 0)
	}
	if cfg.Bin > 0 {
		s.agenda.after(cfg.Bin, submitBin, 0, 0)
	}
	err := s.agenda.run(ctx, tick, s.handle)
	return s.result, err
}

func (s *submit) free() int { return s.cfg.Descriptors - len(s.queue)*s.cfg.PerClient }

func (s *submit) handle(e event) {
	switch e.kind {
	case submitDecide:
		if s.how.Sense {
			s.looked += s.cfg.Look
			if !s.down && s.free() < s.cfg.Reserve {
				s.result.Deferred++
				s.agenda.after(s.clients[e.who].deferred(s.how.Policy, s.rnd), submitDecide, e.who,
					0)
				return
			}
			s.clients[e.who].deferrals.succeed()
		}
		s.agenda.after(between(s.rnd, s.cfg.Prepare/2, 3*s.cfg.Prepare/2), submitConnect, e.who, 0)
	case submitConnect:
		s.connect(e.who)
	case submitServed:
		if e.gen != s.epoch {
			return
		}
		s.result.Jobs++
		done := s.queue[0]
		s.queue = s.queue[1:]
		s.clients[done].succeed()
		s.agenda.after(0, submitDecide, done, 0)
		if len(s.queue) > 0 {
			s.serve()
		}
	case submitRestart:
		s.down = false
	case submitBin:
		free := s.free()
		s.result.Free = append(s.result.Free, float64(free))
		s.result.Submitted = append(s.result.Submitted, float64(s.result.Jobs))
		s.agenda.after(s.cfg.Bin, submitBin, 0, 0)
	}
}

func (s *submit) connect(who int32) {
	if s.down {
		s.result.Refused++
		s.retry(who)
		return
	}
	s.queue = append(s.queue, who)
	if s.free() < 0 {
		s.crash()
		return
	}
	if len(s.queue) == 1 {
		s.serve()
	}
}

// serve begins the job at the head. Its time is random, half to one and a half of the mean, plus
// the looks of others meanwhile.
func (s *submit) serve() {
	mean := float64(s.cfg.Service) * (1 + float64(len(s.queue))/s.cfg.Slowdown)
	s.agenda.after(time.Duration(mean*(0.5+s.rnd.Float64()))+s.looked, submitServed, 0, s.epoch)
	s.looked = 0
}

func (s *submit) crash() {
	s.result.Crashes++
	s.result.Lost += len(s.queue)
	s.down = true
	s.epoch++
	for _, who := range s.queue {
		s.retry(who)
	}
	s.queue, s.looked = nil, 0
	s.agenda.after(s.cfg.Restart, submitRestart, 0, 0)
}

func (s *submit) retry(who int32) {
	// A policy that gives up starts anew with the next job.
	d, _ := s.clients[who].fail(s.how.Policy, s.rnd)
	s.agenda.after(d, submitDecide, who, 0)
}
