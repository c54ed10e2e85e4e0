//go:build linux

package gridengine

import (
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// testOnce: ftsh-submit in the place of qsub submits a job once: while the master stands still,
// after it was killed, and when its answer is lost. Its output is qsub's.
func testOnce(p place) {
	if err := host(p.t, "sh", "-c", `mkdir "$1/submit" "$1/wrap" &&
ln -s ../ftsh/ftsh-submit "$1/submit/qsub"`, "sh", p.root+"/usr/local"); err != nil {
		p.t.Fatal(err)
	}
	plain := p
	p = p.with("FTSH_SUBMIT_TIMEOUT=20s", "FTSH_LOG_LEVEL=20", "FTSH_STATE_DIR="+p.dir+"/state",
		"PATH=/usr/local/submit:/usr/local/wrap:/usr/local/ftsh:/usr/sbin:/usr/bin:/sbin:/bin")
	p.write("job", "#!/bin/sh\n#$ -cwd -j y -o /dev/null\n#$ -N \"one\"\n"+
		`echo "$JOB_ID${SGE_TASK_ID#undefined}" >>ran; exit 0`+"\n")

	var jobs []string // an attempt that failed may have used up a number
	said := regexp.MustCompile(`^Your job (\d+) \("one"\) has been submitted\n$`)
	ran := func(r *program) {
		p.t.Helper()
		m := said.FindStringSubmatch(r.wait(0).stdout.String())
		if m == nil {
			p.t.Fatalf("output %q", r.stdout.String())
		}
		jobs = append(jobs, m[1])
		p.until("job "+m[1]+" ran", func() bool { return slices.Contains(p.words("ran"), m[1]) })
	}
	failed := func(r *program) {
		r.until("an attempt has failed", func() bool { return r.stderr.Has("attempt 1 failed") })
	}

	ran(p.start("qsub", "job"))
	ran(p.start("sh", "-c", "qsub <job"))
	ran(p.start("qsub", "-A", "mine", "-clear", "-cwd", "-o", "/dev/null", "-N", "one", "job", "x"))

	p.signal("sge_qmaster", syscall.SIGSTOP)
	r := p.start("qsub", "job")
	failed(r)
	p.signal("sge_qmaster", syscall.SIGCONT)
	ran(r)

	p.signal("sge_qmaster", syscall.SIGKILL)
	p.until("it has ended", func() bool { return p.daemon("sge_qmaster") == 0 })
	r = p.start("sh", "-c", "qsub <job")
	failed(r)
	p.as(0, "sge_qmaster").wait(0)
	ran(r)

	// The answer is lost. The job waits, or has run when it is looked for.
	plain.at("/usr/local/wrap").write("qsub", `#!/bin/sh
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
	ran(p.start("qsub", "job"))
	for _, options := range []string{"", "-terse", "-A mine"} {
		p.remove("lost")
		r := p.start("sh", "-c", "qsub -h -t 2-4:2 "+options+" job").wait(0)
		id, _, _ := strings.Cut(strings.TrimPrefix(r.stdout.String(), "Your job-array "), ".")
		want := id + ".2-4:2\n"
		if options != "-terse" {
			want = "Your job-array " + id + `.2-4:2 ("one") has been submitted` + "\n"
		}
		r.prints(want)
		p.start("qdel", id).wait(0)
	}
	p.remove("lost")
	r = p.start("qsub", "-t", "2", "job").wait(0)
	id, _, _ := strings.Cut(strings.TrimPrefix(r.stdout.String(), "Your job-array "), ".")
	r.prints("Your job-array " + id + `.2-2:1 ("one") has been submitted` + "\n")
	p.until("its task ran", func() bool { return slices.Contains(p.words("ran"), id+"2") })
	jobs = append(jobs, id+"2")
	p.empty()
	slices.Sort(jobs)
	if got := p.words("ran"); !slices.Equal(got, jobs) {
		p.t.Errorf("ran %q, submitted %q", got, jobs)
	}

	// What is wrong is not tried again, with the words and the status of qsub.
	p.remove("lost")
	for _, wrong := range []string{"-q nosuch job", "-nosuch job", "-t x job", "-l nosuch=1 job", "nosuch"} {
		home := plain.start("/usr/bin/qsub", strings.Fields(wrong)...)
		status := home.status()
		there := p.with("FTSH_LOG_LEVEL=0").start("qsub", strings.Fields(wrong)...).wait(status)
		if got, want := there.stderr.String(), home.stderr.String(); got != want {
			p.t.Errorf("%s: errors %q, want %q", wrong, got, want)
		}
	}
	// -sync runs as it is: qsub waits for the job, and has its status.
	p.write("three", "#!/bin/sh\nexit 3\n")
	p.start("qsub", "-sync", "y", "-cwd", "three").wait(3)
}
