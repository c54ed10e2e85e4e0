package handover

import (
	"bytes"
	"encoding/binary"
	"io"
	"reflect"
	"testing"
)

func fullReply() *Reply {
	r := new(Reply)
	f := filler{}
	f.fill(reflect.ValueOf(r).Elem())
	return r
}

func TestEveryFieldOfAReplySurvives(t *testing.T) {
	for _, want := range []*Reply{fullReply(), new(Reply)} {
		data, err := want.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		in := bytes.NewReader(append(data, "what follows"...))
		got, err := DecodeReply(in)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			show(t, "Reply", reflect.ValueOf(*got), reflect.ValueOf(*want))
		}
		if rest, _ := io.ReadAll(in); string(rest) != "what follows" {
			t.Errorf("left in the stream: %q", rest)
		}
	}
}

// A reply cut off by the subshell's end is no reply.
func TestReplyCutOff(t *testing.T) {
	data, err := fullReply().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if r, err := DecodeReply(bytes.NewReader(data[:n])); err == nil {
			t.Errorf("%d of %d bytes are %+v", n, len(data), r)
		}
	}
}

// FuzzDecodeReply: no bytes make DecodeReply panic, and an accepted stream is a whole Reply.
func FuzzDecodeReply(f *testing.F) {
	b, err := fullReply().Append(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b[header:])
	f.Fuzz(func(t *testing.T, body []byte) {
		b := append([]byte(magic), version)
		b = binary.BigEndian.AppendUint32(b, treeVersion)
		b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
		r, err := DecodeReply(bytes.NewReader(append(b, body...)))
		if err != nil {
			return
		}
		again, err := r.Append(nil)
		if err != nil {
			t.Fatalf("what was decoded cannot be encoded: %v", err)
		}
		if got, err := DecodeReply(bytes.NewReader(again)); err != nil ||
			!reflect.DeepEqual(got, r) {
			t.Fatal("decoded differently")
		}
	})
}
