package subject

import "strings"

// Branches returns a script with two foralls, whose output is the same at home and on every batch
// system. clauses, such as "via slurm", stand in both headers. The first forall has more words than
// the arrays of the tests may have tasks. The output of both ends with BranchesEnd.
func Branches(clauses string) string {
	return strings.ReplaceAll(`
v=outer
f() { echo "$1: $v $FTSH_ATTEMPT"; echo "error of $1" >&2; }
forall x CLAUSES keepgoing grouped in a b c d e f
	f "$x"
	case $x in
	b) exit 3 ;;
	e) sh -c 'kill -KILL $$' ;;
	esac
catch
	echo "$FTSH_STATUS" $FTSH_FAILED
	success
end 2>&1
forall x CLAUSES timeout 2s in a; sleep 1000; catch; echo "$FTSH_STATUS"; end
`, "CLAUSES", clauses)
}

// BranchesEnd is the end of the output of Branches.
const BranchesEnd = "3 b e\n124\n"

// JournaledBranches returns a script whose branches on a batch system outlive the shell. Branch x
// adds a line to the file ran, makes started.x, and waits for go.x or go. The status is 4, or 75
// while another run has the lock. The outputs of all runs together are JournaledOutput.
func JournaledBranches(system string) string {
	return `forall x jobs 2 via ` + system + ` journal ./each keepgoing grouped in a b c d e f
	echo "$x" >>ran
	: >"started.$x"
	until [ -e "go.$x" ] || [ -e go ]; do sleep 0.2; done
	echo "this is $x"
	case $x in b) exit 3 ;; esac
catch
	[ "$FTSH_REASON" != locked ] || exit 75
	echo "$FTSH_STATUS" $FTSH_FAILED
	exit 4
end`
}

// JournaledOutput is the output of JournaledBranches.
const JournaledOutput = "this is a\nthis is b\nthis is c\nthis is d\nthis is e\nthis is f\n3 b\n"
