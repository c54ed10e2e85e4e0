package duration

import (
	"math"
	"math/bits"
	"strconv"
	"time"
)

// Number is an unsigned decimal number, exact to 18 decimal places (less than a nanosecond for
// every unit; further digits are ignored). The zero value is 0.
type Number struct {
	whole uint64
	frac  uint64 // the fraction is frac / scale
	scale uint64 // a power of ten, or 0 without a fraction
	over  bool   // whole part beyond uint64
	text  string
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// ParseNumber reads a decimal number: digits, digits with a fraction, or a fraction alone.
// There is no sign, exponent or digit separator. It reports false for anything else.
func ParseNumber(word string) (Number, bool) {
	n := Number{text: word}
	i, digits := 0, 0
	for ; i < len(word) && isDigit(word[i]); i++ {
		hi, lo := bits.Mul64(n.whole, 10)
		sum, carry := bits.Add64(lo, uint64(word[i]-'0'), 0)
		if hi != 0 || carry != 0 {
			n.over = true
		}
		n.whole = sum
		digits++
	}
	if i == len(word) {
		return n, digits > 0
	}
	if word[i] != '.' {
		return Number{}, false
	}
	i++
	n.scale = 1
	start := i
	for ; i < len(word) && isDigit(word[i]); i++ {
		if i-start < 18 {
			n.frac = n.frac*10 + uint64(word[i]-'0')
			n.scale *= 10
		}
	}
	return n, i == len(word) && i > start
}

// Count returns the number as a count; false if it has a fraction or does not fit an int.
func (n Number) Count() (int, bool) {
	if n.scale != 0 || n.over || n.whole > math.MaxInt {
		return 0, false
	}
	return int(n.whole), true
}

// Float returns the nearest floating-point number; +Inf if there is none.
func (n Number) Float() float64 {
	f, _ := strconv.ParseFloat(n.text, 64) // its only possible error is a range error, with ±Inf
	return f
}

// Times returns n units, rounded to the nearest nanosecond; false if out of range.
func (n Number) Times(unit time.Duration) (time.Duration, bool) {
	if unit < 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(n.whole, uint64(unit))
	if n.over && unit != 0 || hi != 0 {
		return 0, false
	}
	if n.scale > 1 {
		fhi, flo := bits.Mul64(n.frac, uint64(unit))
		var carry uint64
		flo, carry = bits.Add64(flo, n.scale/2, 0) // round half up
		part, _ := bits.Div64(fhi+carry, flo, n.scale)
		if lo, carry = bits.Add64(lo, part, 0); carry != 0 {
			return 0, false
		}
	}
	if lo > math.MaxInt64 {
		return 0, false
	}
	return time.Duration(lo), true
}
