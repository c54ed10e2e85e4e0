//go:build !race

//lint:file-ignore U1000 for the assembly, which has it from go_asm.h

package entry

// raceDetector is 1 in a program built with the race detector.
const raceDetector = 0
