#include "go_asm.h"
#include "textflag.h"

GLOBL ·storage(SB), NOPTR, $block__size
GLOBL ·saw(SB), NOPTR, $Seen__size

// func static() *block
TEXT ·static(SB), NOSPLIT, $0-8
	LEAQ ·storage(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func seen() *Seen
TEXT ·seen(SB), NOSPLIT, $0-8
	LEAQ ·saw(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func catcher() uintptr
TEXT ·catcher(SB), NOSPLIT, $0-8
	LEAQ ·catch(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// catch is the signal handler: DI signal, SI siginfo, DX context, on the
// signal stack of any thread, all signals blocked. The kernel puts every
// register back.
TEXT ·catch(SB), NOSPLIT|NOFRAME, $0
	LEAQ ·storage(SB), R8
	MOVL siginfo_code(SI), AX // above 0 from the kernel itself
	CMPL DI, $const_SIGSEGV
	JEQ fault
	CMPL DI, $const_SIGBUS
	JEQ fault
	CMPL DI, $const_SIGFPE
	JEQ fault
	CMPL DI, $const_SIGILL
	JEQ broken
	CMPL DI, $const_SIGTRAP
	JEQ broken
	CMPL DI, $const_SIGSYS
	JEQ broken
	CMPL DI, $const_SIGPROF
	JEQ tick
	CMPL DI, $const_SIGURG
	JEQ preempt
	CMPL DI, $const_SIGPIPE
	JEQ write
	CMPL DI, $const_SIGXFSZ
	JEQ write
	JMP note
fault:
	CMPL AX, $const_codeUser
	JGT chain
	JMP note
broken: // to go on would repeat the fault
	CMPL AX, $const_codeUser
	JLE note
	JMP die
tick:
	CMPL AX, $const_codeUser
	JGT chain
	CMPL AX, $const_codeTimer
	JEQ chain
	JMP note
preempt:
	CMPL AX, $const_codeTkill
	JNE note
	MOVLQSX siginfo_pid(SI), CX
	CMPQ CX, block_pid(R8)
	JEQ chain
	JMP note
write:
	CMPL AX, $const_codeUser // as both write and kill have it
	JNE note
	MOVLQSX siginfo_pid(SI), CX
	CMPQ CX, block_pid(R8)
	JEQ done
note:
	LEAQ -1(DI), CX
	MOVQ $1, R9
	SHLQ CX, R9
	TESTQ R9, block_caught(R8)
	JNE keep
	TESTQ R9, block_fatal(R8)
	JNE die
done:
	RET
keep:
	CMPL DI, $const_SIGCHLD
	JNE tell
	CMPL AX, $const_codeUser
	JLE tell
	MOVLQSX siginfo_pid(SI), CX
	CMPQ CX, block_awaited(R8) // its waiter needs no word
	JEQ done
tell:
	LOCK
	INCQ block_inside(R8)
	LOCK
	ORQ R9, block_pending(R8)
	MOVQ block_event(R8), DI
	LEAQ block_one(R8), SI
	MOVQ $const_eventSize, DX
	MOVQ $const_sysWrite, AX
	SYSCALL
	LOCK
	DECQ block_inside(R8)
	RET
die:
	MOVQ DI, R12
	LEAQ block_initial(R8), SI
	XORQ DX, DX
	MOVQ $const_maskSize, R10
	MOVQ $const_sysRtSigaction, AX
	SYSCALL
	MOVQ $const_sysGettid, AX
	SYSCALL
	MOVQ AX, SI
	MOVQ block_pid(R8), DI
	MOVQ R12, DX
	MOVQ $const_sysTgkill, AX // delivered when this handler returns
	SYSCALL
	RET
chain:
	MOVQ block_runtime(R8), AX
	JMP AX
