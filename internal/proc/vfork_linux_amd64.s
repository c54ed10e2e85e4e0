#include "go_asm.h"
#include "textflag.h"

// func vfork(l *launch) (pid uintptr)
//
// The child shares this thread's stack and memory, and this thread sleeps until
// the child has become another program. So the child keeps everything in
// registers and writes to nothing but l.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ l+0(FP), R12
	// No handler of this process may run in the child, and no signal may find the
	// child before its dispositions are set.
	MOVQ $const_setMask, DI
	LEAQ launch_blocked(R12), SI
	LEAQ launch_oldmask(R12), DX
	MOVQ $const_maskSize, R10
	MOVQ $const_sysRtSigprocmask, AX
	SYSCALL
	MOVQ (launch_clone+call_args)(R12), DI
	MOVQ (launch_clone+call_args+8)(R12), SI
	MOVQ (launch_clone+call_args+16)(R12), DX
	MOVQ (launch_clone+call_args+24)(R12), R10
	MOVQ (launch_clone+call_args+32)(R12), R8
	MOVQ (launch_clone+call_trap)(R12), AX
	SYSCALL
	TESTQ AX, AX
	JEQ child
	MOVQ AX, R13
	MOVQ $const_setMask, DI
	LEAQ launch_oldmask(R12), SI
	XORQ DX, DX
	MOVQ $const_maskSize, R10
	MOVQ $const_sysRtSigprocmask, AX
	SYSCALL
	MOVQ R13, pid+8(FP)
	RET
child:
	MOVQ launch_first(R12), R13
	XORQ R14, R14
next:
	MOVQ call_args(R13), DI
	MOVQ (call_args+8)(R13), SI
	MOVQ (call_args+16)(R13), DX
	MOVQ (call_args+24)(R13), R10
	MOVQ (call_args+32)(R13), R8
	MOVQ call_trap(R13), AX
	SYSCALL
	CMPQ AX, $-const_maxErrno
	JCS good
	CMPQ call_check(R13), $0
	JNE bad
good:
	ADDQ $call__size, R13
	INCQ R14
	CMPQ R14, launch_n(R12)
	JLT next
	MOVQ $const_noCall, AX
bad:
	NEGQ AX
	MOVQ R14, launch_failed(R12)
	MOVQ AX, launch_errno(R12)
quit:
	MOVQ $const_cannot, DI
	MOVQ $const_sysExitGroup, AX
	SYSCALL
	JMP quit
