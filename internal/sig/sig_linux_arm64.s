#include "go_asm.h"
#include "textflag.h"

GLOBL ·storage(SB), NOPTR, $block__size
GLOBL ·saw(SB), NOPTR, $Seen__size

// func static() *block
TEXT ·static(SB), NOSPLIT, $0-8
	MOVD $·storage(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func seen() *Seen
TEXT ·seen(SB), NOSPLIT, $0-8
	MOVD $·saw(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func catcher() uintptr
TEXT ·catcher(SB), NOSPLIT, $0-8
	MOVD $·catch(SB), R0
	MOVD R0, ret+0(FP)
	RET

// catch is the signal handler: R0 signal, R1 siginfo, R2 context, on the
// signal stack of any thread, all signals blocked. The kernel puts every
// register back.
TEXT ·catch(SB), NOSPLIT|NOFRAME, $0
	MOVD $·storage(SB), R9
	MOVW siginfo_code(R1), R10 // above 0 from the kernel itself
	CMPW $const_SIGSEGV, R0
	BEQ fault
	CMPW $const_SIGBUS, R0
	BEQ fault
	CMPW $const_SIGFPE, R0
	BEQ fault
	CMPW $const_SIGILL, R0
	BEQ broken
	CMPW $const_SIGTRAP, R0
	BEQ broken
	CMPW $const_SIGSYS, R0
	BEQ broken
	CMPW $const_SIGPROF, R0
	BEQ tick
	CMPW $const_SIGURG, R0
	BEQ preempt
	CMPW $const_SIGPIPE, R0
	BEQ write
	CMPW $const_SIGXFSZ, R0
	BEQ write
	B note
fault:
	CMPW $const_codeUser, R10
	BGT chain
	B note
broken: // to go on would repeat the fault
	CMPW $const_codeUser, R10
	BLE note
	MOVWU R0, R0
	B die
tick:
	CMPW $const_codeUser, R10
	BGT chain
	CMPW $const_codeTimer, R10
	BEQ chain
	B note
preempt:
	CMPW $const_codeTkill, R10
	BNE note
	MOVW siginfo_pid(R1), R11
	MOVD block_pid(R9), R12
	CMP R12, R11
	BEQ chain
	B note
write:
	CMPW $const_codeUser, R10 // as both write and kill have it
	BNE note
	MOVW siginfo_pid(R1), R11
	MOVD block_pid(R9), R12
	CMP R12, R11
	BEQ done
note:
	MOVWU R0, R0
	SUB $1, R0, R11
	MOVD $1, R12
	LSL R11, R12, R12
	MOVD block_caught(R9), R13
	TST R12, R13
	BNE keep
	MOVD block_fatal(R9), R13
	TST R12, R13
	BNE die
done:
	RET
keep:
	CMPW $const_SIGCHLD, R0
	BNE tell
	CMPW $const_codeUser, R10
	BLE tell
	MOVW siginfo_pid(R1), R14
	MOVD block_awaited(R9), R15
	CMP R15, R14 // its waiter needs no word
	BEQ done
tell:
	ADD $block_inside, R9, R14
enter:
	LDAXR (R14), R15
	ADD $1, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, enter
	ADD $block_pending, R9, R14
mark:
	LDAXR (R14), R15
	ORR R12, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, mark
	ADD $block_event, R9, R14
	LDAR (R14), R0
	ADD $block_one, R9, R1
	MOVD $const_eventSize, R2
	MOVD $const_sysWrite, R8
	SVC
	ADD $block_inside, R9, R14
leave:
	LDAXR (R14), R15
	SUB $1, R15, R15
	STLXR R15, (R14), R16
	CBNZ R16, leave
	RET
die:
	MOVD R0, R19
	ADD $block_initial, R9, R1
	MOVD $0, R2
	MOVD $const_maskSize, R3
	MOVD $const_sysRtSigaction, R8
	SVC
	MOVD $const_sysGettid, R8
	SVC
	MOVD R0, R1
	MOVD block_pid(R9), R0
	MOVD R19, R2
	MOVD $const_sysTgkill, R8 // delivered when this handler returns
	SVC
	RET
chain:
	MOVD block_runtime(R9), R10
	JMP (R10)
