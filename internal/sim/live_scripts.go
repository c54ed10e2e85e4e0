package sim

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ftsh/examples"
)

//go:embed scripts
var scripts embed.FS // never written to

// install puts the files of an experiment into a directory for PATH: stand-ins for system commands
// called by the examples (sbatch, squeue, cp), and client scripts outside examples/.
func (l *Live) install(experiment string) error {
	bin := filepath.Join(l.Dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		return err
	}
	from := "scripts/" + experiment
	entries, err := scripts.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no files
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := scripts.ReadFile(from + "/" + e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(bin, e.Name()), text, 0o777); err != nil {
			return err
		}
	}
	return nil
}

// tool returns the path of a script of the experiment.
func (l Live) tool(name string) string { return filepath.Join(l.Dir, "bin", name) }

// example puts a script of examples/ into the clients' directory, unless path names one already.
func (l *Live) example(path *string, name string) error {
	if *path != "" || name == "" {
		return nil
	}
	text, err := examples.Scripts.ReadFile(name)
	if err != nil {
		return err
	}
	*path = filepath.Join(l.Dir, name)
	return os.WriteFile(*path, text, 0o777)
}

// submitting prepares clients for examples/submit.ftsh (JOBSCRIPT) and examples/descriptors.ftsh
// (PIDFILE COMMAND…). sbatch submits by fetching SUBMIT_URL. An Ethernet client looks at the
// descriptors of the manager, a real process.
func (l Live) submitting(c *liveClients, d Discipline, url, pidfile string, reserve int) error {
	job := filepath.Join(l.Dir, "job")
	if err := os.WriteFile(job, []byte("#!/bin/sh\n"), 0o777); err != nil {
		return err
	}
	c.env = append(c.env, "SUBMIT_URL="+url, "SUBMIT_FOR=1 hour", "SPARE="+strconv.Itoa(reserve),
		"PATH="+l.tool("")+":"+os.Getenv("PATH"))
	c.args = []string{job}
	if d.Sense {
		c.args = []string{pidfile, "sbatch", job}
	}
	return nil
}

// answerSum is the SHA-256 of the servers' answer, "ok" and a newline.
const answerSum = "dc51b8c96c2d745df3bd5590d990230a482fd247123599548e0632fdbf97fc22"

// fetching prepares clients for examples/mirrors.ftsh and examples/replicas.ftsh (PATH SHA256
// HOST…).
func (l Live) fetching(c *liveClients, mirrors []string, timeout, probe time.Duration) {
	c.env = append(c.env, "FETCH_FOR=1 hour", fmt.Sprintf("MIRROR_TIMEOUT=%g seconds",
		timeout.Seconds()),
		fmt.Sprintf("REPLICA_TIMEOUT=%g seconds", timeout.Seconds()),
		fmt.Sprintf("PROBE_TIMEOUT=%g seconds", probe.Seconds()))
	c.args = append([]string{"file", answerSum}, mirrors...)
	// Each client downloads into a directory of its own.
	c.own = filepath.Join(l.Dir, "work")
}
