//go:build !linux

package builtin

// The numbers and values of the BSDs; -1 is unknown to every system.
const (
	rlimitRSS     = 5
	rlimitMemlock = 6
	rlimitNproc   = 7
	rlimitLocks   = -1
	rlimitRtprio  = -1

	rlimitSigpending = -1
	rlimitMsgqueue   = -1
	rlimitNice       = -1
	rlimitRttime     = -1

	unlimited = uint64(1<<63 - 1)
)
