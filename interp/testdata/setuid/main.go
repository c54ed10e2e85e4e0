// Setuid embeds a shell, gives up on a fifo, and then changes its user id to what it
// is: the C library tells every thread of that by a signal which it keeps for itself.
package main

// #include <unistd.h>
import "C"

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"ftsh/interp"
)

func main() {
	fifo := os.Args[1]
	for _, script := range []string{": <" + fifo, ": >" + fifo} {
		sh, err := interp.New(interp.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, err = sh.Run(ctx, "script", script)
		fmt.Println(err)
		cancel()
		sh.Close()
	}
	// Threads that sleep, so that there is somebody to be told.
	for range 4 {
		go func() { _ = syscall.Nanosleep(&syscall.Timespec{Sec: 100}, nil) }()
	}
	time.Sleep(20 * time.Millisecond)
	fmt.Println("setuid", C.setuid(C.getuid()))
}
