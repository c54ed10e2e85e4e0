// Child is the program for the tests of package sig: a shell with signals only, which obeys its
// arguments in turn.
package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	_ "ftsh/internal/entry"
	"ftsh/internal/sig"
)

func main() {
	rec := sig.AtEntry()
	var d *sig.Dispatcher
	var release func()
	arg := func() string { os.Args = os.Args[1:]; return os.Args[0] }
	number := func() sig.Signal { s, _ := sig.Parse(arg()); return s }
	os.Args = os.Args[1:]
	os.Args = append([]string{""}, os.Args...)
	for len(os.Args) > 1 {
		switch op := arg(); op {
		case "record":
			fmt.Println("recorded", rec.Recorded, "closed", rec.Closed, "nofile", rec.Nofile.Cur, rec.Nofile.Max)
		case "ignored":
			for s := range rec.Ignored.All() {
				fmt.Print(sig.Name(s), " ")
			}
			fmt.Println()
		case "new":
			d = sig.NewDispatcher(rec)
		case "close":
			d.Close()
		case "catch":
			check(d.Set(number(), sig.Catch))
		case "ignore":
			check(d.Set(number(), sig.Ignore))
		case "default":
			check(d.Set(number(), sig.Default))
		case "kill": // by another process
			check(kill(number()))
		case "self":
			check(syscall.Kill(os.Getpid(), number()))
		case "die":
			sig.Die(number())
		case "take":
			select {
			case <-d.Wake():
			case <-time.After(10 * time.Second):
				fmt.Println("nothing")
			}
			for s, ok := d.Take(); ok; s, ok = d.Take() {
				fmt.Println(sig.Name(s))
			}
		case "hold":
			release = d.HoldStops()
		case "release":
			release()
		case "has":
			_, ok := d.Take()
			fmt.Println(ok)
		case "pending":
			fmt.Println(d.Pending())
		case "fault":
			fmt.Println(fault())
		case "asif": // the kernel itself sent it
			n := number()
			info := struct {
				signo, errno, code, rest int32
				more                     [28]int32
			}{signo: int32(n), code: 1}
			_, _, e := syscall.RawSyscall(syscall.SYS_RT_SIGQUEUEINFO, uintptr(os.Getpid()), uintptr(n), uintptr(unsafe.Pointer(&info)))
			fmt.Println(e)
		case "preempt":
			for range 20 {
				stop := time.Now().Add(20 * time.Millisecond)
				go func() {
					for time.Now().Before(stop) {
					}
				}()
			}
			time.Sleep(100 * time.Millisecond)
		case "brokenpipe":
			var p [2]int
			check(syscall.Pipe(p[:]))
			syscall.Close(p[0])
			_, err := syscall.Write(p[1], []byte("x"))
			fmt.Println(err)
		case "alive":
			fmt.Println("alive")
		case "sleep":
			time.Sleep(10 * time.Second)
		default:
			fmt.Println("what is", op)
			os.Exit(2)
		}
	}
}

// kill has a child of this process send the signal.
func kill(s sig.Signal) error {
	p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "kill -" + strconv.Itoa(int(s)) + " " + strconv.Itoa(os.Getpid())}, &os.ProcAttr{})
	if err != nil {
		return err
	}
	_, err = p.Wait()
	time.Sleep(3 * time.Millisecond)
	return err
}

func fault() (r any) {
	defer func() { r = recover() }()
	var p *int
	return *p
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
}
