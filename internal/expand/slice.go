package expand

import (
	"unicode/utf8"

	"ftsh/internal/array"
)

// bounds evaluates the offset and the length of a slice; all: there is no length.
func (p *bashPart) bounds(sh Shell) (offset, length int64, all bool, err error) {
	if offset, err = p.offset.number(sh, nil); err != nil || p.length == nil {
		return offset, 0, true, err
	}
	length, err = p.length.number(sh, nil)
	return offset, length, false, err
}

// negative is the error of a length that ends before the offset.
func (p *bashPart) negative(src *source) error {
	e := &Error{Pos: p.length.pos, Name: src.name, Value: true, Msg: "expected a length whose end is not before " +
		"the offset: substring expression < 0"}
	return e
}

// substring returns the characters that ${x:offset:length} selects. A negative offset counts from
// the end, and a negative length is an end that does.
func (p *bashPart) substring(sh Shell, src *source, s string) (string, error) {
	offset, length, all, err := p.bounds(sh)
	if err != nil {
		return "", err
	}
	bytes := sh.Vars().Bytes()
	if offset >= 0 && (all || length >= 0) { // the rest of s is not looked at
		from := skip(s, offset, bytes)
		if all {
			return detach(s, s[from:]), nil
		}
		return detach(s, s[from:from+skip(s[from:], length, bytes)]), nil
	}
	n := int64(len(s))
	if !bytes {
		n = int64(utf8.RuneCountInString(s))
	}
	if offset < 0 {
		offset += n
	}
	if offset < 0 || offset > n {
		return "", nil
	}
	switch {
	case all:
		length = n - offset
	case length < 0:
		if length += n - offset; length < 0 {
			return "", p.negative(src)
		}
	}
	from := skip(s, offset, bytes)
	return detach(s, s[from:from+skip(s[from:], length, bytes)]), nil
}

// skip returns the length of the first n characters of s in bytes, or that of s if it has fewer.
func skip(s string, n int64, bytes bool) int {
	if bytes {
		return int(min(n, int64(len(s))))
	}
	i := 0
	for ; n > 0 && i < len(s); n-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
	}
	return i
}

// slice returns the values that ${a[@]:offset:length} selects. In an indexed array the offset is an
// index, and the length a number of elements. Of the positional parameters 0 is $0. The elements of
// an associative array count from 1; offset 0 is the same as 1.
func (p *bashPart) slice(sh Shell, src *source, values []string) ([]string, error) {
	if len(values) == 0 && src.kind == variable {
		return nil, nil
	}
	if !src.isArray(sh) && src.kind == variable {
		s, err := p.substring(sh, src, values[0])
		return []string{s}, err
	}
	offset, length, all, err := p.bounds(sh)
	if err != nil {
		return nil, err
	}
	if length < 0 {
		return nil, p.negative(src)
	}
	indexed := sh.Vars().Indexed(src.ref)
	if src.kind != variable {
		indexed = nil
	}
	end := int64(len(values)) + 1
	if indexed != nil {
		end = int64(indexed.End())
	}
	if offset < 0 {
		offset += end
	}
	if offset < 0 || offset >= end {
		return nil, nil
	}
	if indexed != nil {
		return from(indexed, int(offset), length, all), nil
	}
	if src.kind != variable && offset == 0 {
		values = append([]string{sh.Special('0')}, values...)
		offset = 1
	}
	values = values[max(offset-1, 0):]
	if !all {
		values = values[:min(length, int64(len(values)))]
	}
	return values, nil
}

// from returns the elements of a from an index on, at most length of them.
func from(a *array.Indexed, index int, length int64, all bool) (values []string) {
	for _, v := range a.From(index) {
		if !all && int64(len(values)) >= length {
			break
		}
		values = append(values, v)
	}
	return values
}
