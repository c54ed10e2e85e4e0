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
	MOVD $·storage(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func catcher() uintptr
TEXT ·catcher(SB), NOSPLIT, $0-8
	MOVD $·catch(SB), R0
	MOVD R0, ret+0(FP)
	RET

// entry notes what the process was started with, and goes on to where a Go
// program starts. The kernel's stack is left as it was.
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
	MOVD R0, R25
	MOVD $·storage(SB), R19
	MOVD RSP, R20
	SUB $128, R20 // scratch; nothing else runs
	MOVD $0, R21
	MOVD $1, R22
signals:
	MOVD R22, R0
	MOVD $0, R1
	MOVD R20, R2
	MOVD $8, R3
	MOVD $134, R8 // rt_sigaction
	SVC
	CBNZ R0, nextsignal
	MOVD 0(R20), R4
	CMP $1, R4 // SIG_IGN
	BNE nextsignal
	SUB $1, R22, R5
	MOVD $1, R6
	LSL R5, R6, R6
	ORR R6, R21, R21
nextsignal:
	ADD $1, R22, R22
	CMP $64, R22
	BLE signals
	MOVD R21, ignored(R19)

	MOVD $0, R21
	MOVD $0, R22
descriptors:
	MOVD R22, R0
	MOVD $1, R1 // F_GETFD
	MOVD $0, R2
	MOVD $25, R8 // fcntl
	SVC
	CMN $9, R0 // EBADF
	BNE nextdescriptor
	MOVD $1, R6
	LSL R22, R6, R6
	ORR R6, R21, R21
nextdescriptor:
	ADD $1, R22, R22
	CMP $3, R22
	BLT descriptors
	MOVD R21, closed(R19)

	MOVD $0, R0
	MOVD $7, R1 // RLIMIT_NOFILE
	MOVD $0, R2
	ADD $cur, R19, R3
	MOVD $261, R8 // prlimit64
	SVC
	MOVD $1, R6
	MOVD R6, recorded(R19)
	MOVD R25, R0
	JMP _rt0_arm64_linux(SB)

// catch is the signal handler: R0 signal, R1 siginfo, R2 context, on the
// signal stack of whatever thread, all signals blocked. The kernel puts every
// register back.
TEXT ·catch(SB), NOSPLIT|NOFRAME, $0
	MOVD $·storage(SB), R9
	MOVW 8(R1), R10 // si_code: above 0 from the kernel itself
	CMPW $11, R0 // SIGSEGV
	BEQ fault
	CMPW $7, R0 // SIGBUS
	BEQ fault
	CMPW $8, R0 // SIGFPE
	BEQ fault
	CMPW $27, R0 // SIGPROF
	BEQ tick
	CMPW $23, R0 // SIGURG
	BEQ preempt
	CMPW $13, R0 // SIGPIPE
	BEQ pipe
	B note
fault:
	CMPW $0, R10
	BGT chain
	B note
tick:
	CMPW $0, R10
	BGT chain
	CMNW $2, R10 // SI_TIMER
	BEQ chain
	B note
preempt:
	CMNW $6, R10 // SI_TKILL
	BNE note
	MOVW 16(R1), R11 // si_pid
	MOVD pid(R9), R12
	CMP R12, R11
	BEQ chain
	B note
pipe:
	CMPW $0, R10 // SI_USER, as both write and kill have it
	BNE note
	MOVW 16(R1), R11
	MOVD pid(R9), R12
	CMP R12, R11
	BEQ done
note:
	MOVWU R0, R0
	SUB $1, R0, R11
	MOVD $1, R12
	LSL R11, R12, R12
	MOVD caught(R9), R13
	TST R12, R13
	BNE keep
	MOVD fatal(R9), R13
	TST R12, R13
	BNE die
done:
	RET
keep:
	ADD $inside, R9, R14
enter:
	LDAXR (R14), R15
	ADD $1, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, enter
	ADD $pending, R9, R14
mark:
	LDAXR (R14), R15
	ORR R12, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, mark
	ADD $event, R9, R14
	LDAR (R14), R0
	ADD $one, R9, R1
	MOVD $8, R2
	MOVD $64, R8 // write
	SVC
	ADD $inside, R9, R14
leave:
	LDAXR (R14), R15
	SUB $1, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, leave
	RET
die:
	MOVD R0, R19
	ADD $zero, R9, R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $134, R8 // rt_sigaction
	SVC
	MOVD $178, R8 // gettid
	SVC
	MOVD R0, R1
	MOVD pid(R9), R0
	MOVD R19, R2
	MOVD $131, R8 // tgkill; delivered when this handler returns
	SVC
	RET
chain:
	MOVD runtime(R9), R10
	JMP (R10)
