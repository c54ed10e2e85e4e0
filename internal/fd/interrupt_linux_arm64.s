#include "go_asm.h"
#include "textflag.h"

TEXT ·nothing(SB), NOSPLIT|NOFRAME, $0
	RET

// rt_sigreturn. The kernel does not look at sa_restorer unless SA_RESTORER is
// set, and it is.
TEXT ·restore(SB), NOSPLIT|NOFRAME, $0
	MOVD $const_sysRtSigreturn, R8
	SVC
	BRK

// func interruptHandler() (handler, restorer uintptr)
TEXT ·interruptHandler(SB), NOSPLIT, $0-16
	MOVD $·nothing(SB), R0
	MOVD R0, handler+0(FP)
	MOVD $·restore(SB), R0
	MOVD R0, restorer+8(FP)
	RET
