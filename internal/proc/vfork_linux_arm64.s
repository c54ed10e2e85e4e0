#include "go_asm.h"
#include "textflag.h"

// func vfork(l *launch) (pid uintptr)
//
// The child shares this thread's stack and memory, and this thread sleeps until
// the child has become another program. So the child keeps everything in
// registers and writes to nothing but l.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-16
	MOVD l+0(FP), R19
	// No handler of this process may run in the child, and no signal may find the
	// child before its dispositions are set.
	MOVD $const_setMask, R0
	ADD $launch_blocked, R19, R1
	ADD $launch_oldmask, R19, R2
	MOVD $const_maskSize, R3
	MOVD $const_sysRtSigprocmask, R8
	SVC
	MOVD (launch_clone+call_args)(R19), R0
	MOVD (launch_clone+call_args+8)(R19), R1
	MOVD (launch_clone+call_args+16)(R19), R2
	MOVD (launch_clone+call_args+24)(R19), R3
	MOVD (launch_clone+call_args+32)(R19), R4
	MOVD (launch_clone+call_trap)(R19), R8
	SVC
	CBZ R0, child
	MOVD R0, R20
	MOVD $const_setMask, R0
	ADD $launch_oldmask, R19, R1
	MOVD $0, R2
	MOVD $const_maskSize, R3
	MOVD $const_sysRtSigprocmask, R8
	SVC
	MOVD R20, pid+8(FP)
	RET
child:
	MOVD launch_first(R19), R20
	MOVD $0, R21
next:
	MOVD call_args(R20), R0
	MOVD (call_args+8)(R20), R1
	MOVD (call_args+16)(R20), R2
	MOVD (call_args+24)(R20), R3
	MOVD (call_args+32)(R20), R4
	MOVD call_trap(R20), R8
	SVC
	CMN $const_maxErrno, R0
	BCC good
	MOVD call_check(R20), R9
	CBNZ R9, bad
good:
	ADD $call__size, R20, R20
	ADD $1, R21, R21
	MOVD launch_n(R19), R9
	CMP R9, R21
	BLT next
	MOVD $const_noCall, R0
bad:
	NEG R0, R0
	MOVD R21, launch_failed(R19)
	MOVD R0, launch_errno(R19)
quit:
	MOVD $const_cannot, R0
	MOVD $const_sysExitGroup, R8
	SVC
	B quit
