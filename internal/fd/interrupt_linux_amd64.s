#include "go_asm.h"
#include "textflag.h"

TEXT ·nothing(SB), NOSPLIT|NOFRAME, $0
	RET

// rt_sigreturn.
TEXT ·restore(SB), NOSPLIT|NOFRAME, $0
	MOVQ $const_sysRtSigreturn, AX
	SYSCALL
	INT $3

// func interruptHandler() (handler, restorer uintptr)
TEXT ·interruptHandler(SB), NOSPLIT, $0-16
	LEAQ ·nothing(SB), AX
	MOVQ AX, handler+0(FP)
	LEAQ ·restore(SB), AX
	MOVQ AX, restorer+8(FP)
	RET
