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
	MOVD l+0(FP), R19
	// No signal may find the child before its dispositions are set, nor this
	// thread's handler run in it.
	MOVD $2, R0 // SIG_SETMASK
	ADD $full, R19, R1
	ADD $oldmask, R19, R2
	MOVD $8, R3
	MOVD $135, R8 // rt_sigprocmask
	SVC
	MOVD (clone+8)(R19), R0
	MOVD (clone+16)(R19), R1
	MOVD (clone+24)(R19), R2
	MOVD (clone+32)(R19), R3
	MOVD (clone+40)(R19), R4
	MOVD (clone+0)(R19), R8
	SVC
	CBZ R0, child
	MOVD R0, R20
	MOVD $2, R0
	ADD $oldmask, R19, R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $135, R8
	SVC
	MOVD R20, pid+8(FP)
	RET
child:
	MOVD 0(R19), R20
	MOVD $0, R21
next:
	MOVD 8(R20), R0
	MOVD 16(R20), R1
	MOVD 24(R20), R2
	MOVD 32(R20), R3
	MOVD 40(R20), R4
	MOVD 0(R20), R8
	SVC
	CMN $4095, R0
	BCC good
	MOVD 48(R20), R9
	CBNZ R9, bad
good:
	ADD $CALL, R20, R20
	ADD $1, R21, R21
	MOVD ncalls(R19), R9
	CMP R9, R21
	BLT next
	MOVD $-38, R0
bad:
	NEG R0, R0
	MOVD R21, failed(R19)
	MOVD R0, errnum(R19)
quit:
	MOVD $127, R0
	MOVD $94, R8 // exit_group
	SVC
	B quit
