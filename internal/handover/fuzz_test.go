package handover

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"

	"ftsh/internal/syntax"
)

// header is the length of a stream's header before the State: magic, versions and length.
const header = len(magic) + 1 + 4 + 4

// FuzzDecode: no bytes make Decode panic, and an accepted stream is a whole State.
func FuzzDecode(f *testing.F) {
	for _, s := range []*State{full(), small()} {
		b, err := s.Append(nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[header:])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		b := append([]byte(magic), version)
		b = binary.BigEndian.AppendUint32(b, treeVersion)
		b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
		s, err := Decode(bytes.NewReader(append(b, body...)))
		if err != nil {
			return
		}
		again, err := s.Append(nil)
		if err != nil {
			t.Fatalf("what was decoded cannot be encoded: %v", err)
		}
		got, err := Decode(bytes.NewReader(again))
		if err != nil {
			t.Fatalf("what was encoded cannot be decoded: %v", err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Fatal("decoded differently")
		}
	})
}

// FuzzTree: every tree of the parser obeys package ast, and survives coding.
func FuzzTree(f *testing.F) {
	f.Add("a")
	f.Fuzz(func(t *testing.T, src string) {
		list, err := syntax.Parse(src, syntax.Options{Blocks: true})
		if err != nil {
			return
		}
		b, err := (&State{Run: list}).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Run, list) {
			t.Error("decoded differently")
		}
	})
}
