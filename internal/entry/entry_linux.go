//go:build linux && (amd64 || arm64)

//lint:file-ignore U1000 for the assembly, which has them from go_asm.h

package entry

import (
	"runtime"
	"syscall"

	"ftsh/internal/sig"
)

// entry is the ELF entry point. It is no Go function: the linker is given its name.
func entry()

type (
	seen   sig.Seen
	action sig.Action
)

const (
	sysRtSigaction = syscall.SYS_RT_SIGACTION
	sysFcntl       = syscall.SYS_FCNTL
	sysPrlimit64   = syscall.SYS_PRLIMIT64
	sysMadvise     = syscall.SYS_MADVISE

	getDescriptorFlags = syscall.F_GETFD
	limitNofile        = syscall.RLIMIT_NOFILE
	notOpen            = -int(syscall.EBADF)
	adviseHuge         = syscall.MADV_HUGEPAGE

	ignored       = sig.HandlerIgnore
	byDefault     = sig.HandlerDefault
	maskSize      = 8 // of a signal mask, in bytes
	lastSignal    = 64
	standardFiles = 3

	done     = 0  // success of a C function
	notTaken = 22 // EINVAL: the runtime makes the system call itself
)

// runtimes are the signals, bit n-1 for signal n, with a handler of the runtime: SIGURG, sent by
// the runtime to its own threads and harmless to others, and those reserved by the runtime and the
// C library.
const runtimes = 1<<(int(sig.SIGURG)-1) | 7<<(32-1)

// profileRate is where the runtime has its rate of memory profiles. Nothing in a shell asks for one,
// so the linker tells the runtime to set the rate to 0. But that comes after the first allocations,
// and so each processor's cache takes one sample, with a walk over the stack.
var profileRate = &runtime.MemProfileRate
