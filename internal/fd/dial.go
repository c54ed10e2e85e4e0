package fd

import (
	"context"
	"syscall"

	"golang.org/x/sys/unix"
)

// Dial connects a socket to the port of an Internet address of 4 or 16 bytes; zone is the number of
// the interface of an IPv6 address, or 0. The socket is one of UDP if datagrams is set, else of
// TCP. Dial waits until ctx ends: then the error is ctx's. Other errors are syscall.Errno.
func Dial(ctx context.Context, datagrams bool, ip string, zone uint32, port int) (File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	family, kind := unix.AF_INET, unix.SOCK_STREAM
	if len(ip) == 16 {
		family = unix.AF_INET6
	}
	if datagrams {
		kind = unix.SOCK_DGRAM
	}
	n, err := socket(family, kind)
	if err != nil {
		return nil, errno(err)
	}
	n = moveUp(n)
	if err = connect(ctx, n, sockaddr(ip, zone, port)); err == nil {
		err = errno(unix.SetNonblock(n, false))
	}
	if err != nil {
		unix.Close(n)
		return nil, err
	}
	return newDescriptor(n, true), nil
}

func sockaddr(ip string, zone uint32, port int) unix.Sockaddr {
	if len(ip) == 16 {
		a := &unix.SockaddrInet6{Port: port, ZoneId: zone}
		copy(a.Addr[:], ip)
		return a
	}
	a := &unix.SockaddrInet4{Port: port}
	copy(a.Addr[:], ip)
	return a
}

// connect connects a socket with O_NONBLOCK, and waits for it.
func connect(ctx context.Context, n int, to unix.Sockaddr) error {
	switch err := unix.Connect(n, to); err {
	case nil:
		return nil
	case unix.EINPROGRESS, unix.EINTR:
	default:
		return errno(err)
	}
	var r raw
	r.set(n, KindSocket)
	if err := r.wait(ctx, unix.POLLOUT); err != nil {
		return err
	}
	e, err := unix.GetsockoptInt(n, unix.SOL_SOCKET, unix.SO_ERROR)
	if err != nil {
		return errno(err)
	}
	if e != 0 {
		return syscall.Errno(e)
	}
	return nil
}
