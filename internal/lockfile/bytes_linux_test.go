package lockfile

import "testing"

func TestBytes(t *testing.T) {
	path := write(t, t.TempDir(), "a", "")
	a, b := open(t, path), open(t, path)
	held := func(at, n int64, want bool) {
		t.Helper()
		if got, err := BytesHeld(b, at, n); got != want || err != nil {
			t.Errorf("bytes %d, %d: %v, %v", at, n, got, err)
		}
	}
	if err := TryBytes(a, 5, 1); err != nil {
		t.Fatal(err)
	}
	held(5, 1, true)
	held(0, 5, false)
	held(0, 0, true)
	if err := TryBytes(b, 5, 1); err != ErrLocked {
		t.Errorf("a second lock: %v", err)
	}
	if err := Try(b); err != nil {
		t.Errorf("the other kind: %v", err)
	}
	taken := make(chan error)
	go func() { taken <- WaitBytes(b, 5, 1) }()
	FreeBytes(a, 5, 1)
	if err := <-taken; err != nil {
		t.Errorf("waited: %v", err)
	}
}
