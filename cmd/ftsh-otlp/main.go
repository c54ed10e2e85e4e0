// Command ftsh-otlp gives traces of ftsh to OpenTelemetry. See man/ftsh-otlp.1 and
// docs/reference/trace.md.
package main

import (
	"os"

	"ftsh/internal/otlp"
)

func main() { os.Exit(otlp.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
