#include "textflag.h"

// The offsets of type launch and the size of type call.
#define ncalls 8
#define failed 16
#define errnum 24
#define oldmask 32
#define full 40
#define clone 48
#define CALL 64

// func vfork(l *launch) (pid uintptr)
//
// The child shares this thread's stack and memory, and this thread sleeps until
// the child has become another program. So the child keeps everything in
// registers and writes to nothing but l.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ l+0(FP), R12
	// No signal may find the child before its dispositions are set, nor this
	// thread's handler run in it.
	MOVQ $2, DI // SIG_SETMASK
	LEAQ full(R12), SI
	LEAQ oldmask(R12), DX
	MOVQ $8, R10
	MOVQ $14, AX // rt_sigprocmask
	SYSCALL
	MOVQ (clone+8)(R12), DI
	MOVQ (clone+16)(R12), SI
	MOVQ (clone+24)(R12), DX
	MOVQ (clone+32)(R12), R10
	MOVQ (clone+40)(R12), R8
	MOVQ (clone+0)(R12), AX
	SYSCALL
	TESTQ AX, AX
	JEQ child
	MOVQ AX, R13
	MOVQ $2, DI
	LEAQ oldmask(R12), SI
	XORQ DX, DX
	MOVQ $8, R10
	MOVQ $14, AX
	SYSCALL
	MOVQ R13, pid+8(FP)
	RET
child:
	MOVQ 0(R12), R13
	XORQ R14, R14
next:
	MOVQ 8(R13), DI
	MOVQ 16(R13), SI
	MOVQ 24(R13), DX
	MOVQ 32(R13), R10
	MOVQ 40(R13), R8
	MOVQ 0(R13), AX
	SYSCALL
	CMPQ AX, $0xfffffffffffff001
	JCS good
	CMPQ 48(R13), $0
	JNE bad
good:
	ADDQ $CALL, R13
	INCQ R14
	CMPQ R14, ncalls(R12)
	JLT next
	MOVQ $-38, AX
bad:
	NEGQ AX
	MOVQ R14, failed(R12)
	MOVQ AX, errnum(R12)
quit:
	MOVQ $127, DI
	MOVQ $231, AX // exit_group
	SYSCALL
	JMP quit
