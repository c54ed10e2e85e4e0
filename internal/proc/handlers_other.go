//go:build !(linux && (amd64 || arm64))

package proc

// FinishHandlers does nothing: the threads of a process can be neither listed nor asked.
func FinishHandlers() {}

// FinishFirstHandler does nothing.
func FinishFirstHandler() {}
