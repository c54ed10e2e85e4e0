package sim

import (
	"context"
	"math/rand/v2"
	"time"
)

// BufferConfig describes the disk buffer of the paper. Producers write files of random size to a
// disk of limited space, and one consumer takes complete files away. All share the disk's
// bandwidth. A producer that finds the disk full deletes its partial file and tries again. Its work
// is lost, and so are the space and bandwidth withheld from others.
type BufferConfig struct {
	Producers int
	Space     float64       // bytes
	Bandwidth float64       // bytes per second of the disk, shared by all writers and readers
	Rate      float64       // bytes per second of one writer or the reader at most
	Largest   float64       // bytes; sizes are uniform up to it
	Chunk     float64       // bytes written at once
	Pause     time.Duration // of a producer between its files
	Duration  time.Duration
	Seed      uint64
}

// DefaultBuffer has a disk of 120 MB, files of up to 1 MB and a consumer of 1 MB/s.
func DefaultBuffer() BufferConfig {
	return BufferConfig{
		Producers: 25, Space: 120e6, Bandwidth: 10e6, Rate: 1e6, Largest: 1e6, Chunk: 64e3,
		Pause: time.Second, Duration: 15 * time.Minute, Seed: 1,
	}
}

// BufferResult holds the counts of a run.
type BufferResult struct {
	Consumed   float64 // bytes taken away by the consumer
	Files      int     // whole files among them
	Collisions int     // files given up because the disk was full
	Deferred   int     // attempts that looked and did not write
	Lost       float64 // bytes written and deleted
}

const (
	bufferStart uint8 = iota // a producer begins a file
	bufferChunk              // it has a chunk ready to be stored
	bufferRead               // the consumer has read a chunk
	bufferPoll               // the consumer looks for a file
)

type buffer struct {
	cfg     BufferConfig
	how     Discipline
	agenda  *agenda
	rnd     *rand.Rand
	clients []senser
	size    []float64 // of each producer's current file
	written []float64
	writing int
	reading bool
	used    float64
	ready   []float64 // sizes of the complete files
	left    float64   // of the file being read
	result  BufferResult
}

// Buffer runs the experiment with all producers following one discipline.
func Buffer(ctx context.Context, cfg BufferConfig, how Discipline,
	tick func(float64)) (BufferResult, error) {
	b := &buffer{cfg: cfg, how: how, rnd: newRand(cfg.Seed),
		agenda:  newAgenda(cfg.Duration, cfg.Producers+8),
		clients: make([]senser, cfg.Producers), size: make([]float64, cfg.Producers),
		written: make([]float64, cfg.Producers)}
	for i := range b.clients {
		b.size[i] = b.rnd.Float64() * cfg.Largest
		b.agenda.after(between(b.rnd, 0, cfg.Pause), bufferStart, int32(i), 0)
	}
	b.agenda.after(0, bufferPoll, 0, 0)
	err := b.agenda.run(ctx, tick, b.handle)
	return b.result, err
}

func (b *buffer) handle(e event) {
	switch e.kind {
	case bufferStart:
		if b.how.Sense && !b.room(e.who) {
			b.result.Deferred++
			b.agenda.after(b.clients[e.who].deferred(b.how.Policy, b.rnd), bufferStart, e.who, 0)
			return
		}
		b.clients[e.who].deferrals.succeed()
		b.written[e.who] = 0
		b.writing++
		b.agenda.after(b.takes(b.cfg.Chunk), bufferChunk, e.who, 0)
	case bufferChunk:
		b.store(e.who)
	case bufferPoll:
		b.reading = len(b.ready) > 0
		if !b.reading {
			b.agenda.after(100*time.Millisecond, bufferPoll, 0, 0)
			return
		}
		b.left = b.ready[0]
		b.agenda.after(b.takes(min(b.cfg.Chunk, b.left)), bufferRead, 0, 0)
	case bufferRead:
		b.left -= min(b.cfg.Chunk, b.left)
		if b.left > 0 {
			b.agenda.after(b.takes(min(b.cfg.Chunk, b.left)), bufferRead, 0, 0)
			return
		}
		b.used -= b.ready[0]
		b.result.Consumed += b.ready[0]
		b.result.Files++
		b.ready = b.ready[1:]
		b.agenda.after(0, bufferPoll, 0, 0)
	}
}

// room is the carrier sense: it reports whether df shows enough free space for the producer's file.
// df does not show how much of the files begun by others is still to come.
func (b *buffer) room(who int32) bool { return b.cfg.Space-b.used >= b.size[who] }

func (b *buffer) store(who int32) {
	chunk := min(b.cfg.Chunk, b.size[who]-b.written[who])
	if b.used+chunk > b.cfg.Space {
		b.used -= b.written[who]
		b.result.Lost += b.written[who]
		b.result.Collisions++
		b.writing--
		b.retry(who)
		return
	}
	b.used += chunk
	b.written[who] += chunk
	if rest := b.size[who] - b.written[who]; rest > 0 {
		b.agenda.after(b.takes(min(b.cfg.Chunk, rest)), bufferChunk, who, 0)
		return
	}
	b.ready = append(b.ready, b.size[who])
	b.writing--
	b.clients[who].succeed()
	b.size[who] = b.rnd.Float64() * b.cfg.Largest
	b.agenda.after(b.cfg.Pause, bufferStart, who, 0)
}

// takes returns the time to move so many bytes with one client's share of the disk.
func (b *buffer) takes(bytes float64) time.Duration {
	active := float64(b.writing)
	if b.reading {
		active++
	}
	rate := min(b.cfg.Rate, b.cfg.Bandwidth/max(active, 1))
	return time.Duration(bytes / rate * 1e9)
}

func (b *buffer) retry(who int32) {
	d, _ := b.clients[who].fail(b.how.Policy, b.rnd)
	b.agenda.after(d, bufferStart, who, 0)
}
