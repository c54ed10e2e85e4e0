// Package spec holds the transcripts of the language: the required behaviour of ftsh, as text files
// (*.t). Its test runs them, the POSIX ones also under dash and bash. README.md describes the
// format. There is no code here besides the test.
package spec
