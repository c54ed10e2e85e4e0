package txn

import (
	"context"
	"encoding/binary"
	"io"
	"iter"
	"slices"
)

// A piece is what is held of one stream, up to that of another.
type piece struct {
	of       *Stream
	untagged bool // further on it is to get no tag either
	n        int64
}

// write writes bytes of the piece to where its stream goes.
func (p piece) write(ctx context.Context, bytes []byte) (int, error) {
	if p.untagged {
		return Untagged(p.of.to).Write(ctx, bytes)
	}
	return p.of.to.Write(ctx, bytes)
}

// Pieces are those of a branch, in a store as well: who writes a word here and a word there makes as many of them as words.
type pieces struct {
	store
	last piece // behind those in the store; of is nil: there is none
}

// pieceSize is what a piece takes in the store: the number of its stream, doubled, one more if it is untagged; and its length.
const pieceSize = 9

// add adds a piece of one of streams. The error is that of the store.
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

// all are the pieces. An error is a LostError, and the last of all.
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

// entry is the piece that the store has at an offset.
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

// free gives everything back.
func (ps *pieces) free() {
	ps.store.free()
	ps.last = piece{}
}
