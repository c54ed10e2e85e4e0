// Package spec holds the transcripts of the language: what ftsh must do, as
// text files (*.t) that its test runs, the POSIX ones also under dash and bash.
// README.md describes the format. There is no code here besides the test.
package spec
