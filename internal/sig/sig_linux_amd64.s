#include "textflag.h"

// The offsets of type block.
#define pending 0
#define caught 8
#define fatal 16
#define runtime 24
#define event 32
#define pid 40
#define inside 48
#define one 56
#define zero 64
#define recorded 96
#define ignored 104
#define closed 112
#define cur 120

GLOBL ·storage(SB), NOPTR, $152

// func static() *block
TEXT ·static(SB), NOSPLIT, $0-8
	LEAQ ·storage(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func catcher() uintptr
TEXT ·catcher(SB), NOSPLIT, $0-8
	LEAQ ·catch(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// entry notes what the process was started with, and goes on to where a Go
// program starts. The kernel's stack and DX are left as they were.
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
	MOVQ DX, R9
	LEAQ ·storage(SB), R13
	LEAQ -128(SP), R15 // scratch; nothing else runs
	XORQ R14, R14
	MOVQ $1, R12
signals:
	MOVQ R12, DI
	XORQ SI, SI
	MOVQ R15, DX
	MOVQ $8, R10
	MOVQ $13, AX // rt_sigaction
	SYSCALL
	TESTQ AX, AX
	JNE nextsignal
	CMPQ 0(R15), $1 // SIG_IGN
	JNE nextsignal
	LEAQ -1(R12), CX
	BTSQ CX, R14
nextsignal:
	INCQ R12
	CMPQ R12, $64
	JLE signals
	MOVQ R14, ignored(R13)

	XORQ R14, R14
	XORQ R12, R12
descriptors:
	MOVQ R12, DI
	MOVQ $1, SI // F_GETFD
	XORQ DX, DX
	MOVQ $72, AX // fcntl
	SYSCALL
	CMPQ AX, $-9 // EBADF
	JNE nextdescriptor
	BTSQ R12, R14
nextdescriptor:
	INCQ R12
	CMPQ R12, $3
	JLT descriptors
	MOVQ R14, closed(R13)

	XORQ DI, DI
	MOVQ $7, SI // RLIMIT_NOFILE
	XORQ DX, DX
	LEAQ cur(R13), R10
	MOVQ $302, AX // prlimit64
	SYSCALL
	MOVQ $1, recorded(R13)
	MOVQ R9, DX
	JMP _rt0_amd64_linux(SB)

// catch is the signal handler: DI signal, SI siginfo, DX context, on the
// signal stack of whatever thread, all signals blocked. The kernel puts every
// register back.
TEXT ·catch(SB), NOSPLIT|NOFRAME, $0
	LEAQ ·storage(SB), R8
	MOVL 8(SI), AX // si_code: above 0 from the kernel itself
	CMPL DI, $11 // SIGSEGV
	JEQ fault
	CMPL DI, $7 // SIGBUS
	JEQ fault
	CMPL DI, $8 // SIGFPE
	JEQ fault
	CMPL DI, $27 // SIGPROF
	JEQ tick
	CMPL DI, $23 // SIGURG
	JEQ preempt
	CMPL DI, $13 // SIGPIPE
	JEQ pipe
	JMP note
fault:
	CMPL AX, $0
	JGT chain
	JMP note
tick:
	CMPL AX, $0
	JGT chain
	CMPL AX, $-2 // SI_TIMER
	JEQ chain
	JMP note
preempt:
	CMPL AX, $-6 // SI_TKILL
	JNE note
	MOVLQSX 16(SI), CX // si_pid
	CMPQ CX, pid(R8)
	JEQ chain
	JMP note
pipe:
	CMPL AX, $0 // SI_USER, as both write and kill have it
	JNE note
	MOVLQSX 16(SI), CX
	CMPQ CX, pid(R8)
	JEQ done
note:
	LEAQ -1(DI), CX
	MOVQ $1, R9
	SHLQ CX, R9
	TESTQ R9, caught(R8)
	JNE keep
	TESTQ R9, fatal(R8)
	JNE die
done:
	RET
keep:
	LOCK
	INCQ inside(R8)
	LOCK
	ORQ R9, pending(R8)
	MOVQ event(R8), DI
	LEAQ one(R8), SI
	MOVQ $8, DX
	MOVQ $1, AX // write
	SYSCALL
	LOCK
	DECQ inside(R8)
	RET
die:
	MOVQ DI, R12
	LEAQ zero(R8), SI
	XORQ DX, DX
	MOVQ $8, R10
	MOVQ $13, AX // rt_sigaction
	SYSCALL
	MOVQ $186, AX // gettid
	SYSCALL
	MOVQ AX, SI
	MOVQ pid(R8), DI
	MOVQ R12, DX
	MOVQ $234, AX // tgkill; delivered when this handler returns
	SYSCALL
	RET
chain:
	MOVQ runtime(R8), AX
	JMP AX
