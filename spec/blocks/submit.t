# docs/guides/exactly-once.md: ftsh-submit, with stand-ins for the programs of Slurm, HTCondor and
# Grid Engine. (The real ones: examples/once_test.go, tests/condor, tests/gridengine.)
env: FTSH_STATE_DIR=state
env: FTSH_BACKOFF=fixed from 10ms
env: FTSH_SUBMIT_FOR=1 minute
env: LC_ALL=C

--- program real/sbatch
#!/bin/sh
# Fails once with the words of the file fail (always with that of down). Else it accepts the job;
# the answer gets lost if there is a file lose.
case $* in
*--version*) echo "stand-in 1"; exit ;;
*--parsable*) answer=7 ;;
*) answer='Submitted batch job 7' ;;
esac
for word; do
	case $word in
	--comment=*ftsh-submit:*)
		comment=${word#*=} word=${word%ftsh-submit:*}TAG
		case $word in *ftsh-submit:*) word=${word%ftsh-submit:*}"TAG TAG" ;; esac
		;;
	esac
	printf '<%s>' "$word"
done >>asked
echo >>asked
for file in fail down; do
	[ -e $file ] || continue
	cat $file >&2
	[ $file = down ] || rm $file
	exit 1
done
case $* in
*--test-only*) exit 3 ;;
*job* | *wrap*) ;;
*) cat >>scripts ;;
esac
echo "JOB 7 $comment" >>queue
if [ -e lose ]; then
	rm lose
	echo "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation" >&2
	exit 1
fi
echo "$answer"
--- program real/squeue
#!/bin/sh
echo "squeue" >>looked
if [ -s blind ]; then
	sed -i 1d blind
	echo "slurm_load_jobs error: Unable to contact slurm controller (connect failure)" >&2
	exit 1
fi
if [ -e garbled ]; then
	rm garbled
	echo "<html>503</html>"
	exit
fi
for word; do
	case $word in
	--format=*) tag=${word#*=}; sed "s/^JOB/${tag%% *}/" queue ;;
	--Format=*) cat states ;;
	esac
done 2>/dev/null
exit 0
--- program real/condor_submit
#!/bin/sh
for word; do
	case $word in
	*ftsh-submit:*) echo "$word" >tagged; word=${word%ftsh-submit:*}'TAG"' ;;
	esac
	printf '<%s>' "$word"
done >>asked
echo >>asked
case "$* " in
*' - '* | */dev/stdin*) cat >>scripts ;;
esac
if [ -e lose ]; then
	rm lose
	echo "ERROR: Failed to commit job submission into the queue." >&2
	exit 1
fi
printf 'Submitting job(s).\n1 job(s) submitted to cluster 5.\n'
--- program real/condor_q
#!/bin/sh
for word; do
	case $word in
	FtshSubmit*) word=same; grep -q "$(sed 's/.* //' tagged)" tagged || exit 1 ;;
	esac
	printf ' %s' "$word"
done >>looked
echo >>looked
if [ -e garbled ]; then
	rm garbled
	echo "<html>503</html>"
	exit
fi
case $* in
*-factory*) cat factories ;;
*) cat jobs ;;
esac 2>/dev/null
exit 0
--- program real/condor_history
#!/bin/sh
cat history 2>/dev/null
exit 0
--- program real/qsub
#!/bin/sh
# Accepts the job, which stays in the queue, has ended if there is a file short. The answer gets lost
# if there is a file lose.
case $* in -help) echo "usage: qsub [-ac context_list] [-terse]"; exit ;; esac
for word; do
	case $word in
	FtshSubmit=*) tag=$word word=FtshSubmit=TAG ;;
	ftsh-submit.*) account=$word word=TAG ;;
	esac
	printf '<%s>' "$word"
done >>asked
echo >>asked
case $* in
*sync*) exit 3 ;;
*job*) ;;
*) cat >>scripts ;;
esac
array=
case "$* " in *'-t '*) array='job-array tasks: 1-3:1' ;; esac
if [ -e short ]; then
	printf '%s\n' "jobname  job.sh" "jobnumber  7" "taskid  ${array:-undefined}" "account  $account" >ended
else
	printf '%s\n' "job_number: 7" "job_name:  job.sh" "$array" "context:  x=y,$tag" >queue
fi
if [ -e lose ]; then
	rm lose
	echo "error: commlib error: got read error" >&2
	exit 1
fi
echo 'Your job 7 ("job.sh") has been submitted'
--- program real/qstat
#!/bin/sh
echo "qstat $*" >>looked
if [ -e garbled ]; then
	rm garbled
	echo "<html>503</html>"
	exit
fi
case $* in
*-j*) printf 'job_number: 3\njob_name: other\n'; cat queue 2>/dev/null || : ;;
*)
	echo "job-ID prior name"
	echo "     3 0.5 other user r"
	[ ! -e queue ] || echo "     7 0.5 job.sh user r"
	;;
esac
--- program real/qconf
#!/bin/sh
echo "reporting_params  accounting=true flush_time=00:00:15 accounting_flush_time=00:00:00"
--- program real/qacct
#!/bin/sh
[ -e ended ] || { echo "accounting: No such file or directory" >&2; exit 1; }
case $* in
*" -A $(sed -n 's/^account  //p' ended) "*) cat ended ;;
esac
--- file job.sh
#!/bin/sh
#SBATCH --comment='of the script' -n 2 # --parsable
echo

#SBATCH --wait
--- file setup
mkdir shim
for name in sbatch condor_submit qsub; do ln -s "${SH%/*}/ftsh-submit" "shim/$name"; done
path=${SH%/*}:$PATH
PATH=$PWD/shim:$PWD/real:$path

=== the output and the status are those of the program, with a tag in the comment
--- script
. ./setup
sbatch -p main --output out.%j job2.sh --comment z
ftsh-submit sbatch --parsable -- job2.sh
ftsh-submit -- "$PWD/real/sbatch" --wrap 'sleep 1' -N1
cat asked
[ -e looked ] || echo "nobody has looked"
--- stdout
Submitted batch job 7
7
Submitted batch job 7
<--comment=TAG><-p><main><--output><out.%j><job2.sh><--comment><z>
<--comment=TAG><--parsable><--><job2.sh>
<--comment=TAG><--wrap><sleep 1><-N1>
nobody has looked

=== a job whose answer is lost is found, and not submitted again
--- script
. ./setup
for options in -On1 --parsable -Q; do
	echo lose >lose
	sbatch $options job2.sh 2>errors
	echo "status $?"
	rm queue
done
cat errors
wc -l <asked
--- stdout
Submitted batch job 7
status 0
7
status 0
status 0
sbatch: error: Batch job submission failed: Socket timed out on send/recv operation
ftsh-submit: sbatch: the job has been accepted all the same
3

=== of other jobs, and of comments with several lines
--- file queue
JOB 3 ftsh-submit:ftshother
4
JOB 9 something
--- script
. ./setup
echo lose >lose
sbatch --comment 'two
5 lines' job2.sh 2>errors
cat asked
--- stdout
Submitted batch job 7
<--comment=two
5 lines TAG><job2.sh>

=== as long as the queue cannot be read, nothing is submitted
--- script
. ./setup
echo lose >lose
printf 'x\nx\nx\n' >blind
sbatch job2.sh 2>errors
wc -l <asked
wc -l <looked
--- stdout
Submitted batch job 7
1
4

=== what was not accepted is submitted again, with the script on standard input
--- script
. ./setup
echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >fail
sbatch -n 1 <<-END 2>errors
	#!/bin/sh
	#SBATCH --comment="from \"here\"" --parsable
	echo "\$HOME"
END
cat errors asked scripts
wc -l <looked
--- stdout
Submitted batch job 7
sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)
<--comment=from "here" TAG><-n><1>
<--comment=from "here" TAG><-n><1>
#!/bin/sh
#SBATCH --comment="from \"here\"" --parsable
echo "$HOME"
2

=== the input of other commands is left alone
--- script
. ./setup
printf 'a\nb\n' | while read -r x; do sbatch --wrap="$x" >/dev/null; done
printf 'a\nb\n' | { ftsh-submit sbatch --version; cat; }
grep -c . asked
--- stdout
stand-in 1
a
b
2

=== the user's comment stays, of the command line or of the script
--- script
. ./setup
for options in '--comment mine' '-n1 --comment=x --comment=mine -t 5' '' '--comment=mine : --comment=other -n1'; do
	sbatch $options job.sh >/dev/null
done
cat asked
--- stdout
<--comment=mine TAG><job.sh>
<--comment=mine TAG><-n1><-t><5><job.sh>
<--comment=of the script TAG><job.sh>
<--comment=mine TAG><:><--comment=other><-n1><job.sh>

=== what submits nothing runs as it is, once
--- script
. ./setup
echo 'sbatch: error: no' >fail
sbatch -M other --comment=mine job.sh
echo "status $?"
sbatch --comment mine --test-only job.sh
echo "status $?"
sbatch --version
printf '#!/bin/sh\n#SBATCH --test-only\n\techo\n' | sbatch -n1
echo "status $?"
cat asked
--- stdout
status 1
status 3
stand-in 1
Submitted batch job 7
status 0
<-M><other><--comment=mine><job.sh>
<--comment><mine><--test-only><job.sh>
<-n1>
--- stderr
sbatch: error: no

=== a mistake ends it at once, with sbatch's message and status
--- script
. ./setup
echo 'sbatch: error: Batch job submission failed: Invalid partition name specified' >down
sbatch -p nosuch job.sh
echo "status $?"
wc -l <asked
--- stdout
status 1
1
--- stderr
sbatch: error: Batch job submission failed: Invalid partition name specified

=== when the time is over, the tag to look for is printed
--- script
. ./setup
echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >down
export FTSH_SUBMIT_FOR=500ms
sbatch job.sh 2>errors
echo "status $?"
# The limit may end a wait for the scheduler's circuit breaker as well as an attempt.
tail -n 1 errors | sed 's/(open)/(deadline)/; s/[0-9]* attempts/N attempts/; s/ftsh-submit:ftsh.*/TAG/'
--- stdout
status 124
ftsh-submit: sbatch: gave up (deadline) after N attempts; if the job has been accepted all the same, its tag is TAG

=== the job gets the environment from outside of all blocks
--- script
. ./setup
mkdir other
printf '#!/bin/sh\nenv | grep ^FTSH_ | sort\necho "$job"\n' >other/sbatch
chmod +x other/sbatch
PATH=$PWD/shim:$PWD/other:$path
export job=exported FTSH_LOG_LEVEL=10
try for 1 hour
	id=$FTSH_TRY_ID
	sbatch job.sh | sed "s/$id/ID/; s/DEADLINE=.*/DEADLINE=T/; s|$PWD|PWD|"
end
--- stdout
FTSH_ATTEMPT=1
FTSH_BACKOFF=fixed from 10ms
FTSH_DEADLINE=T
FTSH_KILL_TIMEOUT=25
FTSH_LOG_LEVEL=10
FTSH_STATE_DIR=PWD/state
FTSH_SUBMIT_FOR=1 minute
FTSH_TRY_ID=ID
FTSH_VIA_REASON=
exported

=== --wait waits for all tasks, and has their highest status
--- script
. ./setup
printf 'CD 0\nF 1024\nF 9\nF 768\n' >states
sbatch --wait --array=1-3 job2.sh
echo "status $?"
echo lose >lose
SBATCH_WAIT=1 sbatch -HWn1 --parsable job2.sh 2>/dev/null
echo "status $?"
cat asked
--- stdout
Submitted batch job 7
status 4
7
status 4
<--comment=TAG><--array=1-3><job2.sh>
<--comment=TAG><-Hn1><--parsable><job2.sh>

=== the program comes after this one in PATH, also after a second one
--- script
. ./setup
mkdir second
cp "${SH%/*}/ftsh-submit" second/sbatch
PATH=$PWD/shim:$PWD/second:$PWD/real:$path
sbatch job2.sh
cat asked
PATH=$PWD/real:$PATH "$PWD/shim/sbatch" job2.sh
cd shim
PATH=:${PATH#*:} ./sbatch ../job2.sh && echo found
--- stdout
Submitted batch job 7
<--comment=TAG TAG><job2.sh>
Submitted batch job 7
Submitted batch job 7
found

=== without the program, and with another one
--- script
. ./setup
PATH=$PWD/shim:${SH%/*} sbatch job.sh 2>&1 | sed 's/after .*shim/after shim/'
ftsh-submit -- bsub job.sh
echo "status $?"
ftsh-submit --help | head -n 1
ftsh-submit 2>&1 | head -n 1
--- stdout
ftsh-submit: sbatch: no such program in PATH after shim/sbatch
status 2
usage: ftsh-submit [--] sbatch [option...] [script [argument...]]
usage: ftsh-submit [--] sbatch [option...] [script [argument...]]
--- stderr
ftsh-submit: bsub: expected sbatch, condor_submit or qsub

=== condor_submit: the tag is an attribute of the job
--- script
. ./setup
SBATCH_WAIT=1 SLURM_CLUSTERS=x condor_submit -name there job.file
condor_submit - <job.sh
condor_submit executable=/bin/true -queue 3 </dev/null
condor_submit -queue x in a b <job.sh >/dev/null
cat asked
[ -e looked ] || echo "nobody has looked"
--- stdout
Submitting job(s).
1 job(s) submitted to cluster 5.
Submitting job(s).
1 job(s) submitted to cluster 5.
Submitting job(s).
1 job(s) submitted to cluster 5.
<-append><+FtshSubmit = "TAG"><-name><there><job.file>
<-append><+FtshSubmit = "TAG"><->
<-append><+FtshSubmit = "TAG"><executable=/bin/true><-queue><3>
<-append><+FtshSubmit = "TAG"><-file></dev/stdin><-queue><x><in><a><b>
nobody has looked

=== condor_submit: jobs in the queue, to come, and gone are found
--- script
. ./setup
for where in jobs factories history; do
	echo lose >lose
	echo '5 2' >$where
	condor_submit -n there job.file </dev/null
	rm $where
done 2>errors
printf '5 2\n6 1\n5 2\n' >jobs
echo lose >lose
condor_submit -terse job.file </dev/null 2>/dev/null
sort -u looked
wc -l <asked
sort errors | uniq -c | sed 's/^ *//'
--- stdout
Submitting job(s)..
2 job(s) submitted to cluster 5.
Submitting job(s)..
2 job(s) submitted to cluster 5.
Submitting job(s)..
2 job(s) submitted to cluster 5.
5.0 - 5.1
6.0 - 6.0
 -constraint same -af ClusterId TotalSubmitProcs
 -factory -constraint same -af ClusterId TotalSubmitProcs
 -factory -name there -constraint same -af ClusterId TotalSubmitProcs
 -name there -constraint same -af ClusterId TotalSubmitProcs
4
3 ERROR: Failed to commit job submission into the queue.
3 ftsh-submit: condor_submit: the job has been accepted all the same

=== condor_submit: input that it does not read is left alone, what spools runs as it is
--- script
. ./setup
echo next | { condor_submit job.file -queue 2; condor_submit x=1 -append 'queue 3'; condor_submit -spool job.file; cat; } | grep -v job
cat asked
--- stdout
next
<-append><+FtshSubmit = "TAG"><job.file><-queue><2>
<-append><+FtshSubmit = "TAG"><x=1><-append><queue 3>
<-spool><job.file>

=== options of sbatch may be cut short
--- script
. ./setup
printf 'a\nb\n' | while read -r x; do
	echo lose >lose
	sbatch --pars --exclus --comm "$x" job.sh 2>/dev/null
	rm queue
done
sbatch --test job.sh >/dev/null
sbatch --wr="x" --com=mine >/dev/null
cat asked
--- stdout
7
7
<--comment=a TAG><--pars><--exclus><job.sh>
<--comment=b TAG><--pars><--exclus><job.sh>
<--test><job.sh>
<--comment=mine TAG><--wr=x>

=== what is wrong in the environment or the order is said
--- script
. ./setup
FTSH_SUBMIT_FOR=soon sbatch job.sh 2>&1 | tail -n 1
ftsh-submit -p main sbatch job.sh
echo "status $?"
[ ! -e asked ]
--- stdout
ftsh-submit: FTSH_SUBMIT_FOR and FTSH_SUBMIT_TIMEOUT are durations such as 1 hour
status 2
--- stderr
ftsh-submit: expected sbatch, condor_submit or qsub before its options, found -p

=== a queue that answers nonsense has not been read, and nothing is submitted
--- script
. ./setup
echo "1 1" >jobs
for words in "sbatch job2.sh" "condor_submit job2" "qsub job2.sh"; do
	: >lose
	: >garbled
	$words 2>errors
	echo "$? $(wc -l <asked) $(grep printed errors)"
	rm asked
done
--- stdout
Submitted batch job 7
0 1 squeue printed: <html>503</html>
Submitting job(s).
1 job(s) submitted to cluster 1.
0 1 condor_q printed: <html>503</html>
Your job 7 ("job.sh") has been submitted
0 1 qstat printed: <html>503</html>

=== an answer that cannot be written is no failure, since the job is accepted
--- script
. ./setup
sbatch job2.sh >&- 2>errors
echo "status $?"
sed -n '$p' errors
wc -l <queue
--- stdout
status 0
ftsh-submit: not written: Submitted batch job 7
1

=== qsub: the tag comes right before the script, in the context, and in the account if it is free
--- file embedded.sh
#!/bin/sh
#$ -cwd -A "theirs"
echo job
--- file .sge_request
# -A no
-cwd
--- script
. ./setup
qsub -pe mpi 4 -tc 2 job.sh -A x
qsub -A mine -l h_rt=60 job.sh
qsub embedded.sh job
qsub -C '#%' embedded.sh job
qsub -N job <job.sh
qsub -b y -- job a
qsub -sync y job.sh
echo "status $?"
qsub -dc x job.sh
cat asked
[ -e looked ] || echo "nobody has looked"
echo "-A site" >.sge_request
qsub job.sh
tail -n 1 asked
--- stdout
Your job 7 ("job.sh") has been submitted
Your job 7 ("job.sh") has been submitted
Your job 7 ("job.sh") has been submitted
Your job 7 ("job.sh") has been submitted
Your job 7 ("job.sh") has been submitted
Your job 7 ("job.sh") has been submitted
status 3
Your job 7 ("job.sh") has been submitted
<-pe><mpi><4><-tc><2><-ac><FtshSubmit=TAG><-A><TAG><job.sh><-A><x>
<-A><mine><-l><h_rt=60><-ac><FtshSubmit=TAG><job.sh>
<-ac><FtshSubmit=TAG><embedded.sh><job>
<-C><#%><-ac><FtshSubmit=TAG><-A><TAG><embedded.sh><job>
<-N><job><-ac><FtshSubmit=TAG><-A><TAG>
<-b><y><-ac><FtshSubmit=TAG><-A><TAG><--><job><a>
<-sync><y><job.sh>
<-dc><x><job.sh>
nobody has looked
Your job 7 ("job.sh") has been submitted
<-ac><FtshSubmit=TAG><job.sh>

=== qsub: jobs in the queue, and those that have ended, are found
--- script
. ./setup
for where in queue short; do
	for options in '' -terse '-t 1-3' '-terse -t 1-3'; do
		rm -f queue ended
		: >$where
		echo lose >lose
		qsub $options job.sh
	done
done 2>errors
wc -l <asked
sort errors | uniq -c | sed 's/^ *//'
--- stdout
Your job 7 ("job.sh") has been submitted
7
Your job-array 7.1-3:1 ("job.sh") has been submitted
7.1-3:1
Your job 7 ("job.sh") has been submitted
7
Your job-array 7.1-3:1 ("job.sh") has been submitted
7.1-3:1
8
8 error: commlib error: got read error
8 ftsh-submit: qsub: the job has been accepted all the same

=== qsub: what is not there is submitted again, with the script on standard input
--- program real/qsub
#!/bin/sh
case $* in -help) echo "usage: qsub [-ac context_list] [-terse]"; exit ;; esac
cat
[ -e down ] || { : >down; echo "Unable to run job: unable to send message to qmaster" >&2; exit 1; }
--- script
. ./setup
printf '#!/bin/sh\n#$ -A theirs\necho job\n' | qsub 2>errors
cat errors
cat looked | sed "s/-u $(id -un)/-u me/"
--- stdout
#!/bin/sh
#$ -A theirs
echo job
Unable to run job: unable to send message to qmaster
qstat -s prs -u me
qstat -j 3
qstat -s prs -u me
qstat -j 3

=== another qsub than that of Grid Engine is refused
--- program real/qsub
#!/bin/sh
echo "usage: qsub [-a date_time] [-A account_string]" >&2
exit 2
--- script
. ./setup
qsub job.sh 2>&1 | sed 's/ftsh-submit: .*real/ftsh-submit: real/'
--- stdout
ftsh-submit: real/qsub: expected the qsub of Grid Engine, found another one (with -help it lists no -ac): call it without ftsh-submit
