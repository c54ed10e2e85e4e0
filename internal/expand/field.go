package expand

import (
	"unicode/utf8"
	"unsafe"

	"ftsh/internal/option"
	"ftsh/internal/pattern"
	"ftsh/internal/vars"
)

// A mode is the intended result of an expansion.
type mode uint8

const (
	modeText    mode = iota // one string
	modeFields              // fields, split and globbed
	modePattern             // one string with its quoted parts
	modeJoin                // one string in two pieces, see Word.Pieces
)

// A span is a stretch of quoted bytes in a field.
type span struct{ from, to int }

// An expansion is the state of one word's expansion. Its current field is piece, as long as it is
// one piece, and buf from then on.
type expansion struct {
	sh     Shell
	mode   mode
	ifs    vars.Ref
	fields []string

	piece  string
	buf    []byte
	inBuf  bool
	quoted []span // quoted parts of the field, in order

	// started: there is a field, though perhaps an empty one.
	started bool
	// afterSpace: IFS white space ended the last field, and nothing came since. A following
	// delimiter other than white space belongs to it.
	afterSpace bool
	meta       bool // the field has an unquoted * ? or [

	// some, none: of the lists like "$@" in a togetherPart, one had values, one had none. Only those
	// in the dialect of bash say so.
	some, none bool

	holes  []string // values in an arithmetic template
	strict bool     // set -u, for the same
	bash   bool     // the word is in the dialect of bash

	noFiles bool // fields are no patterns, see Word.Split

	table  splitter // for the value of IFS it was made from
	loaded bool     // table is up to date with IFS
}

// begin returns an expansion ready for one word.
func (c *Compiler) begin(sh Shell, m mode, dst []string) *expansion {
	x := c.take()
	x.sh, x.mode, x.ifs, x.fields = sh, m, c.Names.IFS(), dst
	x.loaded, x.bash, x.noFiles = false, c.Bash, false
	x.afterSpace = false
	x.clear()
	return x
}

// maxKept is the largest buffer that is kept for later expansions.
const maxKept = 64 << 10

// release puts x back. Its results must not refer to x.buf.
func (c *Compiler) release(x *expansion) {
	x.sh, x.fields, x.piece = nil, nil, ""
	if cap(x.buf) > maxKept {
		x.buf = nil
	}
	if c.Pool != nil {
		c.Pool.put(x)
	}
}

func (c *Compiler) take() *expansion {
	if c.Pool != nil {
		if x := c.Pool.get(); x != nil {
			return x
		}
	}
	return new(expansion)
}

func (p *Pool) put(x *expansion) {
	for i := range p.free {
		if p.free[i].CompareAndSwap(nil, x) {
			return
		}
	}
}

// get returns nil if the pool is empty.
func (p *Pool) get() *expansion {
	for i := range p.free {
		if p.free[i].Load() != nil {
			if x := p.free[i].Swap(nil); x != nil {
				return x
			}
		}
	}
	return nil
}

// clear forgets the current field.
func (x *expansion) clear() {
	x.piece, x.inBuf = "", false
	x.quoted = x.quoted[:0]
	x.started, x.meta = false, false
}

// add appends text to the current field unchanged.
func (x *expansion) add(s string, quoted bool) {
	x.started, x.afterSpace = true, false
	if s == "" {
		return
	}
	if quoted && x.mode != modeText && x.mode != modeJoin {
		n := x.len()
		x.quoted = append(x.quoted, span{n, n + len(s)})
	}
	switch {
	case x.inBuf:
		x.buf = append(x.buf, s...)
	case x.piece == "":
		x.piece = s
	case x.mode == modeJoin && len(x.piece) >= vars.JoinFrom:
		x.buf = append(x.buf[:0], s...)
		x.inBuf = true
	default:
		x.buf = append(append(x.buf[:0], x.piece...), s...)
		x.inBuf = true
	}
}

func (x *expansion) len() int {
	if x.inBuf {
		return len(x.buf)
	}
	return len(x.piece)
}

// text returns the current field.
func (x *expansion) text() string {
	if x.inBuf {
		return string(x.buf)
	}
	return x.piece
}

// takeText is text, for an expansion about to be released. Long text is not copied.
func (x *expansion) takeText() string {
	if !x.inBuf || cap(x.buf) <= maxKept {
		return x.text()
	}
	s := unsafe.String(unsafe.SliceData(x.buf), len(x.buf))
	x.buf = nil
	return s
}

// value adds the result of an expansion.
func (x *expansion) value(s string, quoted bool) error {
	if quoted {
		x.add(s, true)
		return nil
	}
	return x.split(s)
}

// cut ends the current field, if there is one.
func (x *expansion) cut() error {
	x.afterSpace = false
	if !x.started {
		return nil
	}
	return x.finish()
}

// finish ends the current field: pathname expansion, and on to the next.
func (x *expansion) finish() error {
	text, meta := x.text(), x.meta
	if x.noFiles {
		x.fields = append(x.fields, text)
		x.clear()
		return nil
	}
	if x.bash && (meta || pattern.HasGroup(text) && x.sh.Shopts().Has(option.ExtGlob)) {
		var err error
		if x.fields, err = bashField(x.sh, text, x.quoted, x.fields); err != nil {
			return err
		}
		x.clear()
		return nil
	}
	if meta && !x.sh.Options().Has(option.NoGlob) {
		var err error
		if x.fields, err = globField(x.sh, text, x.quoted, x.fields); err != nil {
			return err
		}
	} else {
		x.fields = append(x.fields, text)
	}
	x.clear()
	return nil
}

// cancelEvery is how many bytes are split between two checks of the context.
const cancelEvery = 1 << 16

// split adds the result of an unquoted expansion. IFS divides it into fields (XCU 2.6.5), and the
// fields may be patterns.
func (x *expansion) split(s string) error {
	if x.mode != modeFields {
		if s != "" {
			x.add(s, false)
		}
		return nil
	}
	if !x.loaded {
		x.table.load(x.sh.Vars(), x.ifs)
		x.loaded = true
	}
	for len(s) > cancelEvery {
		n := cancelEvery
		for n > cancelEvery-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		if err := x.splitSome(s[:n]); err != nil {
			return err
		}
		if err := x.sh.Context().Err(); err != nil {
			return err
		}
		s = s[n:]
	}
	return x.splitSome(s)
}

func (x *expansion) splitSome(s string) error {
	t := &x.table
	from := 0 // start of the stretch not added yet
	for i := 0; i < len(s); {
		class, size := t.class[s[i]], 1
		if class == plain {
			i++
			continue
		}
		if class == wide {
			class, size = t.decode(s[i:])
		}
		switch class {
		case meta:
			x.meta = true
		case space, delimiter:
			if from < i {
				x.add(s[from:i], false)
			}
			from = i + size
			if err := x.delimit(class); err != nil {
				return err
			}
		}
		i += size
	}
	if from < len(s) {
		x.add(s[from:], false)
	}
	return nil
}

// delimit handles one IFS character between fields.
func (x *expansion) delimit(class byte) error {
	after := x.afterSpace
	switch {
	case x.started:
		x.afterSpace = class == space
		return x.finish()
	case class == space:
	case after:
		x.afterSpace = false
	default:
		x.fields = append(x.fields, "")
	}
	return nil
}
