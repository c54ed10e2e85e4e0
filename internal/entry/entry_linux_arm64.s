#include "go_asm.h"
#include "textflag.h"

// entry records the state at the start of the process, replaces the C library's sigaction, and goes
// on to the entry point of a Go program. The kernel's stack is left as it
// was.
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
	MOVD R0, R25
	MOVD $ftsh∕internal∕sig·saw(SB), R19
	MOVD RSP, R20
	SUB $128, R20 // scratch; nothing else runs
	MOVD $0, R21
	MOVD $1, R22
signals:
	MOVD R22, R0
	MOVD $0, R1
	MOVD R20, R2
	MOVD $const_maskSize, R3
	MOVD $const_sysRtSigaction, R8
	SVC
	CBNZ R0, nextsignal
	MOVD action_Handler(R20), R4
	CMP $const_ignored, R4
	BNE nextsignal
	SUB $1, R22, R5
	MOVD $1, R6
	LSL R5, R6, R6
	ORR R6, R21, R21
nextsignal:
	ADD $1, R22, R22
	CMP $const_lastSignal, R22
	BLE signals
	MOVD R21, seen_Ignored(R19)

	MOVD $0, R21
	MOVD $0, R22
descriptors:
	MOVD R22, R0
	MOVD $const_getDescriptorFlags, R1
	MOVD $0, R2
	MOVD $const_sysFcntl, R8
	SVC
	CMP $const_notOpen, R0
	BNE nextdescriptor
	MOVD $1, R6
	LSL R22, R6, R6
	ORR R6, R21, R21
nextdescriptor:
	ADD $1, R22, R22
	CMP $const_standardFiles, R22
	BLT descriptors
	MOVD R21, seen_Closed(R19)

	MOVD $0, R0
	MOVD $const_limitNofile, R1
	MOVD $0, R2
	ADD $seen_Nofile, R19, R3
	MOVD $const_sysPrlimit64, R8
	SVC
	MOVD $1, R6
	MOVD R6, seen_Recorded(R19)

	MOVD ·profileRate(SB), R6
	MOVD ZR, (R6)
	MOVD $·sigaction(SB), R6
	MOVD R6, _cgo_sigaction(SB)
	MOVD R25, R0
	JMP _rt0_arm64_linux(SB)

// sigaction is called by the runtime, as a C function, to change the action of a signal: R0 signal,
// R1 the new action or nil, R2 the place for the old one. When the runtime wants to install its
// handler, sigaction only stores the old action, and reports success.
TEXT ·sigaction(SB), NOSPLIT|NOFRAME, $0
	CBZ R1, pass
	MOVD action_Handler(R1), R4
	CMP $const_byDefault, R4
	BEQ pass
	SUB $1, R0, R4
	MOVD $const_runtimes, R5
	LSR R4, R5, R5
	TBNZ $0, R5, pass
	CBZ R2, kept // the runtime does not ask for the old one
	MOVD $0, R1
	MOVD $const_maskSize, R3
	MOVD $const_sysRtSigaction, R8
	SVC
kept:
	MOVD $const_done, R0
	RET
pass:
	MOVD $const_notTaken, R0
	RET
