package builtin

// Numbers and values of getrlimit(2) missing in package syscall.
const (
	rlimitRSS     = 5
	rlimitNproc   = 6
	rlimitMemlock = 8
	rlimitLocks   = 10
	rlimitRtprio  = 14

	rlimitSigpending = 11
	rlimitMsgqueue   = 12
	rlimitNice       = 13
	rlimitRttime     = 15

	unlimited = ^uint64(0)
)
