// Sickfs is a file system on a disk that gives errors, and runs a command that uses it: a server
// of FUSE (the protocol of /dev/fuse, version 7.31), no more than unnamed and temporary files need.
//
//	sickfs OP DIR COMMAND [ARGUMENT...]
//
// Mounted on DIR, as only the command sees it, it fails OP (create, write, read) with EIO until there
// is a file DIR.mended. It has no files without names (O_TMPFILE). Status 77: it cannot be mounted.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// Requests, as linux/fuse.h numbers them.
const (
	lookup      = 1
	forget      = 2
	getattr     = 3
	unlink      = 10
	read        = 15
	write       = 16
	release     = 18
	flush       = 25
	initialize  = 26
	create      = 35
	batchForget = 42
)

const root = 1 // the node of DIR

// a server has the files.
type server struct {
	dev    int
	sick   uint32 // the request that fails
	mended string
	files  map[uint64][]byte // by their nodes
}

func main() {
	runtime.LockOSThread() // the name space of mounts is a thread's
	status, err := run(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "sickfs:", err)
	}
	os.Exit(status)
}

func run(op, dir string, command []string) (status int, err error) {
	s := server{sick: map[string]uint32{"create": create, "write": write, "read": read}[op], mended: dir + ".mended", files: map[uint64][]byte{}}
	if s.dev, err = syscall.Open("/dev/fuse", syscall.O_RDWR|syscall.O_CLOEXEC, 0); err != nil {
		return 77, err
	}
	if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
		return 77, err
	}
	if err := syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return 77, err
	}
	options := "rootmode=40000,user_id=0,group_id=0,fd=" + strconv.Itoa(s.dev)
	if err := syscall.Mount("sickfs", dir, "fuse", syscall.MS_NOSUID|syscall.MS_NODEV, options); err != nil {
		return 77, err
	}
	go s.serve()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	var ended *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &ended) {
		return 1, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

var le = binary.LittleEndian

func (s *server) serve() {
	buf := make([]byte, 1<<20+4096)
	for {
		n, err := syscall.Read(s.dev, buf)
		if err == syscall.ENOENT || err == syscall.EINTR || err == syscall.EAGAIN {
			continue // what was asked is not wanted any more
		}
		if err != nil {
			return
		}
		op, unique, node, in := le.Uint32(buf[4:]), le.Uint64(buf[8:]), le.Uint64(buf[16:]), buf[40:n]
		if op == forget || op == batchForget {
			continue
		}
		out, errno := s.answer(op, unique, node, in)
		head := make([]byte, 16, 16+len(out))
		le.PutUint32(head, uint32(16+len(out)))
		le.PutUint32(head[4:], uint32(-int32(errno)))
		le.PutUint64(head[8:], unique)
		_, _ = syscall.Write(s.dev, append(head, out...))
	}
}

func (s *server) answer(op uint32, unique, node uint64, in []byte) ([]byte, syscall.Errno) {
	if op == s.sick {
		if _, err := os.Stat(s.mended); err != nil {
			return nil, syscall.EIO
		}
	}
	switch op {
	case initialize:
		out := make([]byte, 64)
		le.PutUint32(out, 7)
		le.PutUint32(out[4:], 31)
		le.PutUint32(out[20:], 128<<10) // the most that is written at once
		return out, 0
	case lookup:
		return nil, syscall.ENOENT
	case getattr:
		return append(make([]byte, 16), s.attributes(node)...), 0
	case create:
		made := unique + root // no other node has it
		s.files[made] = nil
		out := make([]byte, 40)
		le.PutUint64(out, made)
		le.PutUint64(out[16:], 3600) // seconds for which the name holds: it is never looked up
		out = append(out, s.attributes(made)...)
		opened := make([]byte, 16)
		le.PutUint32(opened[8:], 1) // FOPEN_DIRECT_IO: each read and write comes here at once
		return append(out, opened...), 0
	case write:
		at, size := le.Uint64(in[8:]), le.Uint32(in[16:])
		data := s.files[node]
		if end := int(at) + int(size); end > len(data) {
			data = append(data, make([]byte, end-len(data))...)
		}
		copy(data[at:], in[40:])
		s.files[node] = data
		out := make([]byte, 8)
		le.PutUint32(out, size)
		return out, 0
	case read:
		at, size := le.Uint64(in[8:]), le.Uint32(in[16:])
		data := s.files[node]
		return data[min(int(at), len(data)):min(int(at)+int(size), len(data))], 0
	case unlink, flush, release:
		return nil, 0
	}
	return nil, syscall.ENOSYS
}

// attributes is struct fuse_attr.
func (s *server) attributes(node uint64) []byte {
	out := make([]byte, 88)
	mode := uint32(syscall.S_IFREG | 0o600)
	if node == root {
		mode = syscall.S_IFDIR | 0o777
	}
	le.PutUint64(out, node)
	le.PutUint64(out[8:], uint64(len(s.files[node])))
	le.PutUint32(out[60:], mode)
	le.PutUint32(out[64:], 1)
	return out
}
