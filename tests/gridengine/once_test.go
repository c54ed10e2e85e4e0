//go:build linux

package gridengine

import (
	"regexp"
	"slices"
	"strings"
	"syscall"

	"ftsh/tests/machine"
)

// testOnce: ftsh-submit in the place of qsub submits a job once: while the master stands still,
// after it was killed, and when its answer is lost. Its output is qsub's.
func testOnce(p machine.Place) {
	machine.Host(p.T, "sh", "-c", `mkdir "$1/submit" "$1/wrap" &&
ln -s ../ftsh/ftsh-submit "$1/submit/qsub"`, "sh", p.Root+"/usr/local")
	plain := p
	p = p.With("FTSH_SUBMIT_TIMEOUT=20s", "FTSH_LOG_LEVEL=20", "FTSH_STATE_DIR="+p.Dir+"/state",
		"PATH=/usr/local/submit:/usr/local/wrap:/usr/local/ftsh:/usr/sbin:/usr/bin:/sbin:/bin")
	p.Write("job", "#!/bin/sh\n#$ -cwd -j y -o /dev/null\n#$ -N \"one\"\n"+
		`echo "$JOB_ID${SGE_TASK_ID#undefined}" >>ran; exit 0`+"\n")

	var jobs []string // an attempt that failed may have used up a number
	said := regexp.MustCompile(`^Your job (\d+) \("one"\) has been submitted\n$`)
	ran := func(r *machine.Program) {
		p.T.Helper()
		m := said.FindStringSubmatch(r.Wait(0).Stdout.String())
		if m == nil {
			p.T.Fatalf("output %q", r.Stdout.String())
		}
		jobs = append(jobs, m[1])
		p.Until("job "+m[1]+" ran", func() bool { return slices.Contains(p.Words("ran"), m[1]) })
	}
	failed := func(r *machine.Program) {
		r.Until("an attempt has failed", func() bool { return r.Stderr.Has("attempt 1 failed") })
	}

	ran(p.Start("qsub", "job"))
	ran(p.Start("sh", "-c", "qsub <job"))
	ran(p.Start("qsub", "-A", "mine", "-clear", "-cwd", "-o", "/dev/null", "-N", "one", "job", "x"))

	signal(p, "sge_qmaster", syscall.SIGSTOP)
	r := p.Start("qsub", "job")
	failed(r)
	signal(p, "sge_qmaster", syscall.SIGCONT)
	ran(r)

	signal(p, "sge_qmaster", syscall.SIGKILL)
	p.Until("it has ended", func() bool { return daemon("sge_qmaster") == 0 })
	r = p.Start("sh", "-c", "qsub <job")
	failed(r)
	p.As(0, "sge_qmaster").Wait(0)
	ran(r)

	// The answer is lost. The job waits, or has run when it is looked for.
	plain.At("/usr/local/wrap").Write("qsub", `#!/bin/sh
case $* in -help) exec /usr/bin/qsub "$@" ;; esac
/usr/bin/qsub "$@" >answer || exit
[ -e lost ] || {
	: >lost
	case $* in
	*-h*) ;;
	*) while qstat -u user | grep -q one; do sleep 0.2; done ;;
	esac
	echo "error: commlib error: got read error" >&2
	exit 1
}
cat answer
`)
	ran(p.Start("qsub", "job"))
	for _, options := range []string{"", "-terse", "-A mine"} {
		p.Remove("lost")
		r := p.Start("sh", "-c", "qsub -h -t 2-4:2 "+options+" job").Wait(0)
		id, _, _ := strings.Cut(strings.TrimPrefix(r.Stdout.String(), "Your job-array "), ".")
		want := id + ".2-4:2\n"
		if options != "-terse" {
			want = "Your job-array " + id + `.2-4:2 ("one") has been submitted` + "\n"
		}
		r.Prints(want)
		p.Start("qdel", id).Wait(0)
	}
	p.Remove("lost")
	r = p.Start("qsub", "-t", "2", "job").Wait(0)
	id, _, _ := strings.Cut(strings.TrimPrefix(r.Stdout.String(), "Your job-array "), ".")
	r.Prints("Your job-array " + id + `.2-2:1 ("one") has been submitted` + "\n")
	p.Until("its task ran", func() bool { return slices.Contains(p.Words("ran"), id+"2") })
	jobs = append(jobs, id+"2")
	empty(p)
	slices.Sort(jobs)
	if got := p.Words("ran"); !slices.Equal(got, jobs) {
		p.T.Errorf("ran %q, submitted %q", got, jobs)
	}

	// What is wrong is not tried again, with the words and the status of qsub.
	p.Remove("lost")
	for _, wrong := range []string{"-q nosuch job", "-nosuch job", "-t x job", "-l nosuch=1 job", "nosuch"} {
		home := plain.Start("/usr/bin/qsub", strings.Fields(wrong)...)
		status := home.Status()
		there := p.With("FTSH_LOG_LEVEL=0").Start("qsub", strings.Fields(wrong)...).Wait(status)
		if got, want := there.Stderr.String(), home.Stderr.String(); got != want {
			p.T.Errorf("%s: errors %q, want %q", wrong, got, want)
		}
	}
	// -sync runs as it is: qsub waits for the job, and has its status.
	p.Write("three", "#!/bin/sh\nexit 3\n")
	p.Start("qsub", "-sync", "y", "-cwd", "three").Wait(3)
}
