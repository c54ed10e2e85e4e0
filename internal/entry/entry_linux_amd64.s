#include "go_asm.h"
#include "textflag.h"

// entry records the state at the start of the process, replaces the C library's sigaction, and goes
// on to the entry point of a Go program. The kernel's stack and DX are left
// as they were.
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
	MOVQ DX, R9
	LEAQ ftsh∕internal∕sig·saw(SB), R13
	LEAQ -128(SP), R15 // scratch; nothing else runs
	XORQ R14, R14
	MOVQ $1, R12
signals:
	MOVQ R12, DI
	XORQ SI, SI
	MOVQ R15, DX
	MOVQ $const_maskSize, R10
	MOVQ $const_sysRtSigaction, AX
	SYSCALL
	TESTQ AX, AX
	JNE nextsignal
	CMPQ action_Handler(R15), $const_ignored
	JNE nextsignal
	LEAQ -1(R12), CX
	BTSQ CX, R14
nextsignal:
	INCQ R12
	CMPQ R12, $const_lastSignal
	JLE signals
	MOVQ R14, seen_Ignored(R13)

	XORQ R14, R14
	XORQ R12, R12
descriptors:
	MOVQ R12, DI
	MOVQ $const_getDescriptorFlags, SI
	XORQ DX, DX
	MOVQ $const_sysFcntl, AX
	SYSCALL
	CMPQ AX, $const_notOpen
	JNE nextdescriptor
	BTSQ R12, R14
nextdescriptor:
	INCQ R12
	CMPQ R12, $const_standardFiles
	JLT descriptors
	MOVQ R14, seen_Closed(R13)

	XORQ DI, DI
	MOVQ $const_limitNofile, SI
	XORQ DX, DX
	LEAQ seen_Nofile(R13), R10
	MOVQ $const_sysPrlimit64, AX
	SYSCALL
	MOVQ $1, seen_Recorded(R13)

	// The race detector clears some 12 MB of its data at the start. In huge pages, this takes half
	// of the time that all of the start takes otherwise.
	MOVQ $const_raceDetector, AX
	TESTQ AX, AX
	JEQ handlers
	LEAQ runtime·bss(SB), DI
	ANDQ $~4095, DI
	LEAQ runtime·end(SB), SI
	SUBQ DI, SI
	MOVQ $const_adviseHuge, DX
	MOVQ $const_sysMadvise, AX
	SYSCALL // if there are no huge pages, it fails, and nothing changes

handlers:
	MOVQ ·profileRate(SB), R13
	MOVQ $0, (R13)
	LEAQ ·sigaction(SB), R13
	MOVQ R13, _cgo_sigaction(SB)
	MOVQ R9, DX
	JMP _rt0_amd64_linux(SB)

// sigaction is called by the runtime, as a C function, to change the action of a signal: DI signal,
// SI the new action or nil, DX the place for the old one. When the runtime wants to install its
// handler, sigaction only stores the old action, and reports success.
TEXT ·sigaction(SB), NOSPLIT|NOFRAME, $0
	TESTQ SI, SI
	JEQ pass
	CMPQ action_Handler(SI), $const_byDefault
	JEQ pass
	LEAQ -1(DI), CX
	MOVQ $const_runtimes, AX
	BTQ CX, AX
	JCS pass
	TESTQ DX, DX
	JEQ kept // the runtime does not ask for the old one
	XORQ SI, SI
	MOVQ $const_maskSize, R10
	MOVQ $const_sysRtSigaction, AX
	SYSCALL
kept:
	MOVQ $const_done, AX
	RET
pass:
	MOVQ $const_notTaken, AX
	RET
