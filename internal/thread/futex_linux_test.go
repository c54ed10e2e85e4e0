package thread

import (
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

func TestWaitFutex(t *testing.T) {
	word := new(atomic.Uint32)
	word.Store(7)
	at := uintptr(unsafe.Pointer(word))
	if err := WaitFutex(at, 6, time.Minute); err != syscall.EAGAIN {
		t.Errorf("of another word: %v", err)
	}
	if err := WaitFutex(at, 7, time.Millisecond); err != syscall.ETIMEDOUT {
		t.Errorf("of a word that nobody wakes: %v", err)
	}
	if err := WaitFutex(at, 7, -time.Second); err != syscall.ETIMEDOUT {
		t.Errorf("for no time: %v", err)
	}
	if err := WaitFutex(4, 0, time.Minute); err != syscall.EFAULT {
		t.Errorf("of a word that is not mapped: %v", err)
	}
	ended := make(chan syscall.Errno)
	go func() { ended <- WaitFutex(at, 7, time.Minute) }()
	const wake = 1
	for woken := uintptr(0); woken == 0; {
		woken, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, at, wake, 1, 0, 0, 0)
	}
	if err := <-ended; err != 0 {
		t.Errorf("of a word that is woken: %v", err)
	}
}
