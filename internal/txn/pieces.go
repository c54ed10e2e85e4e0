package txn

import (
	"context"
	"encoding/binary"
	"io"
	"iter"
	"slices"
)

// A piece is a run of held bytes of one stream, up to that of another.
type piece struct {
	of       *Stream
	untagged bool // later parts get no tag either
	n        int64
}

// write writes bytes of the piece to the destination of its stream.
func (p piece) write(ctx context.Context, bytes []byte) (int, error) {
	if p.untagged {
		return Untagged(p.of.to).Write(ctx, bytes)
	}
	return p.of.to.Write(ctx, bytes)
}

// pieces are the pieces of a branch, in a store as well: a branch alternating between its streams
// word by word makes one piece for each word.
type pieces struct {
	store
	last piece // after those in the store; of is nil: there is none
}

// pieceSize is the size of a piece in the store: the number of its stream, doubled, plus one if it
// is untagged; and its length.
const pieceSize = 9

// add adds a piece of one of streams. The error is the store's.
func (ps *pieces) add(p piece, streams []*Stream) error {
	if ps.last.of == p.of && !ps.last.untagged && !p.untagged {
		ps.last.n += p.n
		return nil
	}
	if l := ps.last; l.of != nil {
		var entry [pieceSize]byte
		entry[0] = byte(slices.Index(streams, l.of) << 1)
		if l.untagged {
			entry[0]++
		}
		binary.LittleEndian.PutUint64(entry[1:], uint64(l.n))
		if _, err := ps.append(entry[:]); err != nil {
			return err
		}
	}
	ps.last = p
	return nil
}

// all yields the pieces. An error is a LostError, and comes last.
func (ps *pieces) all(streams []*Stream) iter.Seq2[piece, error] {
	return func(yield func(piece, error) bool) {
		for at := int64(0); at+pieceSize <= ps.size; at += pieceSize {
			if p, err := ps.entry(at, streams); !yield(p, err) || err != nil {
				return
			}
		}
		if ps.last.of != nil {
			yield(ps.last, nil)
		}
	}
}

// entry returns the piece at an offset of the store.
func (ps *pieces) entry(at int64, streams []*Stream) (piece, error) {
	var e [pieceSize]byte
	for got := 0; got < len(e); {
		n, err := ps.readAt(e[got:], at+int64(got))
		if err == nil && n == 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return piece{}, &LostError{errnoOf(err)}
		}
		got += n
	}
	return piece{streams[e[0]>>1], e[0]&1 == 1, int64(binary.LittleEndian.Uint64(e[1:]))}, nil
}

// free releases all resources.
func (ps *pieces) free() {
	ps.store.free()
	ps.last = piece{}
}
