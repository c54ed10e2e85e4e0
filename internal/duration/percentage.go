package duration

import "strings"

// ParsePercentage reads a number and % without a blank between: 20% is 0.2. It reports false for
// anything else, and for more than 1000%.
func ParsePercentage(text string) (ratio float64, ok bool) {
	digits, percent := strings.CutSuffix(text, "%")
	n, ok := ParseNumber(digits)
	if !percent || !ok {
		return 0, false
	}
	ratio = n.Float() / 100
	return ratio, ratio <= 10
}
