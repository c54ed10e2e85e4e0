// Command recording makes docs/demo.svg, the recording at the head of README.md. It types a session
// to a real ftsh on a terminal, with the four mirrors of examples/mirrors, and draws the screen
// over time.
//
//	make recording
//
// The model: a session is a list of lines, each typed at the prompt. A recording is the sequence of
// screens, with their times (record.go). The picture shows each row for as long as it was on a
// screen (svg.go). It has no script: CSS alone plays it, once. A viewer without CSS animation shows
// the last screen, which has the whole session.
//
// Nothing is edited: for another recording run it again. It needs curl, sha256sum and pgrep.
package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// session is the text typed. A line that begins with # is a caption.
const session = `# Four mirrors: one refuses, one hangs, one answers 503, and one is being restarted.
cat fetch.ftsh
ftsh fetch.ftsh
# What fails in the end says so once: what was tried, what failed, and how.
forany host timeout 1s in $BAD; curl -sf "http://$host/news"; end
# A time limit ends all that was started: what ignores SIGTERM or left the session, too.
try timeout 2s grace 1s; sh -c "trap '' TERM; setsid sleep 4711 & sleep 4711"; end
pgrep -f 'sleep 4711' || echo "nothing is left"
`

// fetch is the script shown and run by the session.
const fetch = `try for 1 minute                                # until a round works
    forany host timeout 1 second in $MIRRORS    # the first that does, in random order
        curl -sSf "http://$host/data" -o data
        sha256sum --check --quiet sum
    end
end
echo "got it from $host"
`

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		os.Exit(1)
	}
}

func run() error {
	bin, err := filepath.Abs("bin")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "recording-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	data := []byte(strings.Repeat("fresh\n", 10000))
	for name, text := range map[string]string{
		"origin/data":     string(data),
		"work/fetch.ftsh": fetch,
		"work/sum":        fmt.Sprintf("%x  data\n", sha256.Sum256(data)),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	mirrors, done, err := startMirrors(dir)
	if err != nil {
		return err
	}
	defer done()

	cmd := exec.Command(filepath.Join(bin, "ftsh"))
	cmd.Dir = filepath.Join(dir, "work")
	cmd.Env = []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir,
		"TERM=xterm", "LC_ALL=C.UTF-8", "FTSH_HISTFILE=",
		"PS1=" + prompt, "MIRRORS=" + strings.Join(mirrors, " "),
		"BAD=" + strings.Join(mirrors[:3], " ")}
	screens, err := record(cmd, strings.Split(strings.TrimSpace(session), "\n"))
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(svg(screens))
	return err
}

// startMirrors starts the mirrors, the good one last, and returns names for their addresses (curl
// resolves names below .localhost by itself).
func startMirrors(dir string) (hosts []string, done func(), err error) {
	program := filepath.Join(dir, "mirrors")
	if out, err := exec.Command("go", "build", "-o", program,
		"./examples/mirrors").CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, out)
	}
	cmd := exec.Command(program, filepath.Join(dir, "origin/data"))
	open, err := cmd.StdinPipe() // they end when it is closed
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	done = func() {
		open.Close()
		_ = cmd.Wait()
	}
	line, _ := bufio.NewReader(out).ReadString('\n') // too few addresses are the error
	addresses := strings.Fields(line)
	names := []string{"refusing", "hanging", "flaky", "good"}
	if len(addresses) != len(names) {
		done()
		return nil, nil, fmt.Errorf("expected the addresses of four mirrors, found %q", line)
	}
	for i, a := range addresses {
		hosts = append(hosts, names[i]+".localhost:"+strings.TrimPrefix(a, "127.0.0.1:"))
	}
	return hosts, done, nil
}
