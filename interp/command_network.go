package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/netname"
	"ftsh/parser/ast"
)

// A netPath is /dev/tcp/HOST/PORT or /dev/udp/HOST/PORT, as the target of a redirection in the
// dialect of bash.
type netPath struct {
	protocol   string // tcp or udp
	host, port string
}

// netPathOf reports whether the redirection's target is a netPath. With a hook that opens files, a
// target is a file.
func (r *redirOp) netPathOf(fr *frame, target string) (n netPath, ok bool) {
	if !r.bash || fr.sh.opts.Hooks.Open != nil {
		return n, false
	}
	path, ok := strings.CutPrefix(target, "/dev/")
	if !ok {
		return n, false
	}
	n.protocol, path, _ = strings.Cut(path, "/")
	if n.protocol != "tcp" && n.protocol != "udp" {
		return n, false
	}
	n.host, n.port, ok = strings.Cut(path, "/")
	return n, ok
}

// isOpen reports whether a redirection opens its target.
func isOpen(op ast.RedirOp) bool {
	switch op {
	case ast.RedirDupIn, ast.RedirDupOut, ast.RedirHere, ast.RedirHereString:
		return false
	}
	return true
}

// dial connects a socket. Each address of the host is tried; if all fail, the error is the first
// one of a host that this machine has a way to. The wait ends with the commands' scope, and a trap
// of a signal runs in it. laid are the command's redirections before it.
func (n netPath) dial(fr *frame, laid []replaced) (fd.File, error) {
	addresses, err := n.addresses(fr)
	if err != nil {
		return nil, err
	}
	port, err := n.number(fr)
	if err != nil {
		return nil, err
	}
	var first error
	for _, a := range addresses {
		f, err := patiently(fr, laid, func(ctx context.Context) (fd.File, error) {
			defer fr.context.group.blocking()()
			return fd.Dial(ctx, n.protocol == "udp", a.IP, zoneNumber(a.Zone), port)
		})
		if diverted := new(divertError); err == nil || errors.As(err, &diverted) || fr.cancelled() {
			return f, err
		}
		if first == nil || noWay(first) {
			first = err
		}
	}
	return nil, first
}

// noWay reports whether an error says that the machine does not reach a kind of address.
func noWay(err error) bool {
	return errors.Is(err, syscall.ENETUNREACH) || errors.Is(err, syscall.EADDRNOTAVAIL) ||
		errors.Is(err, syscall.EAFNOSUPPORT)
}

// The files of names, as in hosts(5) and services(5).
const (
	hostsFile    = "/etc/hosts"
	servicesFile = "/etc/services"
)

// addresses returns the addresses of the host. Names that are not in the file of hosts are asked of
// getent, in the commands' scope.
func (n netPath) addresses(fr *frame) ([]netname.Address, error) {
	if a, ok := netname.Parse(n.host); ok {
		return []netname.Address{a}, nil
	}
	if n.host == "" {
		return nil, errors.New("a host's name is missing")
	}
	text, _ := os.ReadFile(hostsFile)
	if all := netname.Hosts(string(text), n.host); len(all) > 0 {
		return all, nil
	}
	out, err := getent(fr, "ahosts", n.host)
	if err != nil {
		return nil, err
	}
	if all := netname.Ahosts(out); len(all) > 0 {
		return all, nil
	}
	return nil, fmt.Errorf("host not found: %s", n.host)
}

// number returns the number of the port.
func (n netPath) number(fr *frame) (int, error) {
	if port, known, ok := netname.Port(n.port); ok {
		return port, nil
	} else if known || n.port == "" {
		return 0, fmt.Errorf("not a port: %q", n.port)
	}
	text, _ := os.ReadFile(servicesFile)
	if port, ok := netname.Service(string(text), n.port, n.protocol); ok {
		return port, nil
	}
	out, err := getent(fr, "services", n.port+"/"+n.protocol)
	if err != nil {
		return 0, err
	}
	if port, ok := netname.Service(out, n.port, n.protocol); ok {
		return port, nil
	}
	return 0, fmt.Errorf("service not found: %s", n.port)
}

// getent returns what getent(1) finds, "" if it finds nothing.
func getent(fr *frame, database, key string) (string, error) {
	path, err := fr.env.search("getent", defaultPath)
	if err != nil {
		return "", fmt.Errorf("cannot look up %s: there is no getent", key)
	}
	sub, err := fr.fork(forSubstitution)
	if err != nil {
		return "", err
	}
	capture := fd.NewCapture()
	sub.env.fds.Set(0, fd.FromBytes(""), fd.ByBackground)
	sub.env.fds.Set(1, capture.Retain(), fd.BySubstitution)
	sub.env.fds.Set(2, fd.NewSink(io.Discard), fd.ByBackground)
	out, err := runProgram(sub, path, nil, []string{"getent", "--", database, key})
	sub.env.close()
	defer fr.context.group.blocking()()
	text, failed := capture.Finish(fr.context.scope.Context())
	switch {
	case err != nil:
		return "", err
	case out.Divert != flow.None:
		return "", &divertError{out}
	case failed != nil:
		return "", failed
	case out.Status != 0:
		return "", nil
	}
	return string(text), nil
}

// zoneNumber returns the number of a network interface, 0 if there is none.
func zoneNumber(zone string) uint32 {
	if n, err := strconv.ParseUint(zone, 10, 32); err == nil {
		return uint32(n)
	}
	if zone == "" || strings.Contains(zone, "/") {
		return 0
	}
	text, _ := os.ReadFile("/sys/class/net/" + zone + "/ifindex")
	n, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	return uint32(n)
}
