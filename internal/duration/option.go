package duration

import (
	"errors"
	"strconv"
	"time"
)

// Option reads the value of an option: a duration greater than zero; a number alone means seconds.
func Option(value string) (time.Duration, error) {
	if n, err := strconv.ParseFloat(value, 64); err == nil && n >= 0 && n < 1e9 {
		if n == 0 {
			return 0, errZero
		}
		return time.Duration(n * float64(time.Second)), nil
	}
	d, err := Parse(value)
	if err == nil && d <= 0 {
		err = errZero
	}
	return d, err
}

var errZero = errors.New("expected a duration greater than zero")
