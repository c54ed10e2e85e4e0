//go:build linux

package examples_test

import "testing"

// crowd runs in a mount namespace of its own: six clients want to store 300 KiB each in a full
// buffer of 1 MiB. When each of them has sensed the full buffer, the consumer begins to take files
// out.
const crowd = `set -o brittle
mount -t tmpfs -o size=1m none buffer
head -c 1048576 /dev/zero >buffer/full
for i in 1 2 3 4 5 6; do
	head -c 307200 /dev/urandom >file.$i
	FTSH_LOG_LEVEL=20 FTSH_LOG_FILE=log.$i ethernet.ftsh file.$i buffer &
done
for i in 1 2 3 4 5 6; do
	until grep -q 'try: attempt 1 deferred' log.$i 2>/dev/null; do sleep 0.02; done
done
mv buffer/full .
taken=0
while [ $taken -lt 6 ]; do
	for i in 1 2 3 4 5 6; do
		if [ -e buffer/file.$i ]; then
			cmp file.$i buffer/file.$i
			rm buffer/file.$i
			taken=$((taken + 1))
		fi
	done
	sleep 0.05
done
wait
ls -A buffer
echo "taken: $taken"
`

func testEthernet(t *testing.T, p place) {
	mountable(t)
	script := p.file(t, "crowd", crowd, 0o644)
	p.file(t, "buffer/.keep", "", 0o644)
	r := p.start(t, "", []string{"STORE_FOR=2 minutes"}, "unshare", "-m", p.ftsh, script)
	r.wait(t, 0)
	if got, want := r.stdout.String(), "taken: 6\n"; got != want {
		t.Errorf("output %q, want %q\n%s", got, want, r.stderr.String())
	}
}
