package through

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"strings"
	"time"

	"ftsh/internal/clock"
)

// The layout of a file. All numbers are little-endian. Parts never written are holes.
//
//	0              the head in two copies; of those with a right checksum, the newer counts
//	futexWordsAt   a futex word for each waiter
//	holdersAt      rows of holders
//	waitersAt      rows of waiters
const (
	headSize      = 4096
	futexWordsAt  = 2 * headSize
	futexWordSize = 4
	holdersAt     = futexWordsAt + futexWordSize*maxWaiters
	holderSize    = 64
	waitersAt     = holdersAt + holderSize*maxHolders
	waiterSize    = 40

	maxScript = holderSize - 4 - 8 - 8 - 1 - 4
)

// The bytes used as locks lie beyond the end of the file. They need not exist.
const (
	stateByte  = 1 << 40
	holderByte = stateByte + 1
	waiterByte = holderByte + maxHolders
)

// magic begins a head and identifies the layout.
const magic = 0x3168746873746602

// A codec reads or writes the fields of a row.
type codec struct {
	buf     []byte
	reading bool
}

func (c *codec) u64(v *uint64) {
	if c.reading {
		*v = binary.LittleEndian.Uint64(c.buf)
	} else {
		binary.LittleEndian.PutUint64(c.buf, *v)
	}
	c.buf = c.buf[8:]
}

func (c *codec) u32(v *uint32) {
	if c.reading {
		*v = binary.LittleEndian.Uint32(c.buf)
	} else {
		binary.LittleEndian.PutUint32(c.buf, *v)
	}
	c.buf = c.buf[4:]
}

func (c *codec) u8(v *uint8) {
	if c.reading {
		*v = c.buf[0]
	} else {
		c.buf[0] = *v
	}
	c.buf = c.buf[1:]
}

func (c *codec) int(v *int) {
	u := uint64(*v)
	c.u64(&u)
	*v = int(u)
}

func (c *codec) i64(v *int64) {
	u := uint64(*v)
	c.u64(&u)
	*v = int64(u)
}

func (c *codec) at(v *clock.Instant)       { c.i64((*int64)(v)) }
func (c *codec) duration(v *time.Duration) { c.i64((*int64)(v)) }

// text takes the rest of a row.
func (c *codec) text(v *string) {
	if c.reading {
		*v, _, _ = strings.Cut(string(c.buf), "\x00")
		return
	}
	clear(c.buf[copy(c.buf, *v):])
}

// A head describes one copy of the head, and the tables.
type head struct {
	number           uint64 // number of the change; 0: none
	queued           uint64 // number of the last change to a waiter's row
	holders, waiters int    // rows in use
	lost             bool   // never written, or neither copy is right
	doubtful         bool   // only one copy is right
}

// head reads or writes a head and the State's own fields.
func (c *codec) head(h *head, s *State) {
	c.u64(&h.number)
	c.u64(&h.queued)
	c.int(&h.holders)
	c.int(&h.waiters)
	for i := range s.Budget {
		b := &s.Budget[i]
		c.i64(&b.stamp)
		c.u32(&b.firsts)
		c.u32(&b.taken)
	}
	for i := range s.Failed {
		c.at(&s.Failed[i])
	}
	c.u64(&s.Failing)
	c.at(&s.Success)
	for i := range s.Lasted {
		c.duration(&s.Lasted[i])
	}
	c.u64(&s.Lasting)
	c.u8((*uint8)(&s.Phase))
	c.at(&s.Opened)
	c.int(&s.Openings)
	c.at(&s.Until)
	c.duration(&s.Delay)
	c.u64(&s.Prober)
	c.int(&s.ProberAt)
	c.at(&s.Probing)
	c.int(&s.Window)
	c.at(&s.Asked)
	c.at(&s.After)
	c.u64(&s.Serial)
	c.int(&s.cursor)
}

func (c *codec) holder(h *Holder) {
	pid := uint32(h.Pid)
	c.u64(&h.Serial)
	c.at(&h.Since)
	c.u8((*uint8)(&h.Kind))
	c.u32(&pid)
	c.text(&h.Script)
	h.Pid = int(pid)
}

// seal writes the checksum of a row into its last four bytes.
func seal(row []byte) {
	n := len(row) - 4
	binary.LittleEndian.PutUint32(row[n:], checksum(row[:n]))
}

// sealed reports whether the checksum is right. A row of zeros fails.
func sealed(row []byte) bool {
	n := len(row) - 4
	return binary.LittleEndian.Uint32(row[n:]) == checksum(row[:n])
}

// checksum is CRC-32C, computed by an instruction of the processor.
func checksum(p []byte) uint32 { return crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli)) }

// body returns the row without its checksum.
func body(row []byte) []byte { return row[: len(row)-4 : len(row)-4] }

// encodeHead writes a copy of a head.
func encodeHead(s *State, h head, row []byte) {
	clear(row)
	c := codec{buf: body(row)}
	m := uint64(magic)
	c.u64(&m)
	c.head(&h, s)
	seal(row)
}

// decodeHead reads the better of two copies. If neither is right, the head is that of an unused
// name, with all rows to be read.
func decodeHead(copies []byte, s *State) (h head) {
	one, two := copies[:headSize], copies[headSize:2*headSize]
	if binary.LittleEndian.Uint64(one[8:]) < binary.LittleEndian.Uint64(two[8:]) {
		one, two = two, one
	}
	right := func(row []byte) bool {
		return binary.LittleEndian.Uint64(row) == magic && sealed(row)
	}
	if !right(one) {
		one, two = two, one
	}
	if !right(one) {
		return head{holders: maxHolders, waiters: maxWaiters}
	}
	(&codec{buf: body(one)[8:], reading: true}).head(&h, s)
	h.holders, h.waiters = min(max(h.holders, 0), maxHolders), min(max(h.waiters, 0), maxWaiters)
	if !right(two) {
		// The other copy may have been newer: a writer was killed, or the file is damaged. This
		// copy may then lack rows, and a reader may know of later changes.
		h.number += 2 // so that the next change overwrites the bad copy
		h.queued, h.doubtful = h.number, true
		h.holders, h.waiters = maxHolders, maxWaiters
	}
	return h
}

// rows reads a table. It calls get for a row with a right checksum, and bad for any other.
func rows(table []byte, size int, get func(row int, c *codec), bad func(row int)) {
	c := codec{reading: true}
	for i := range len(table) / size {
		if row := table[i*size : (i+1)*size]; sealed(row) {
			c.buf = body(row)
			get(i, &c)
		} else {
			bad(i)
		}
	}
}

func encodeHolder(h Holder) []byte {
	row := make([]byte, holderSize)
	h.Script = h.Script[:min(len(h.Script), maxScript)]
	(&codec{buf: body(row)}).holder(&h)
	seal(row)
	return row
}

// A waiter's row is four numbers and their checksum. All rows, perhaps thousands, are read under
// the lock. The code is therefore written out, and the checksum takes few instructions.

func encodeWaiter(w Waiter) []byte {
	row := make([]byte, waiterSize)
	words := [4]uint64{w.Ticket, uint64(w.Since), uint64(w.Rung),
		uint64(w.For)<<32 | uint64(uint32(w.Pid))}
	for i, word := range words {
		binary.LittleEndian.PutUint64(row[8*i:], word)
	}
	binary.LittleEndian.PutUint64(row[32:], mixed(words))
	return row
}

// decodeWaiter reads a row. A row torn or never written is free.
func decodeWaiter(row *[waiterSize]byte, w *Waiter) {
	words := [4]uint64{binary.LittleEndian.Uint64(row[:]), binary.LittleEndian.Uint64(row[8:]),
		binary.LittleEndian.Uint64(row[16:]), binary.LittleEndian.Uint64(row[24:])}
	if words[0] == 0 || binary.LittleEndian.Uint64(row[32:]) != mixed(words) {
		*w = Waiter{}
		return
	}
	w.Ticket, w.Since, w.Rung = words[0], clock.Instant(words[1]), clock.Instant(words[2])
	w.For, w.Pid = Reason(words[3]>>32), int(uint32(words[3]))
}

// mixed is a checksum: changing any one bit changes it. The products are independent, so the
// processor computes them side by side.
func mixed(words [4]uint64) uint64 {
	// Odd numbers without a pattern.
	const a, b, c, d = 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb,
		0xd6e8feb86659fd93
	sum := words[0]*a + words[1]*b ^ words[2]*c + words[3]*d
	return bits.RotateLeft64(sum, 32) + a
}
