//go:build linux

package known

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Docker's client fails without a daemon. The daemon's own failures are cited in the table.
func TestProvokedDocker(t *testing.T) {
	const docker = "docker -H unix:///nonexistent.sock "
	newLab(t).provoke(t, "docker", []provocation{
		{docker + "ps", "transient"}, {docker + "pull nginx", "transient"},
		{docker + "run nginx true", "transient"}, {"docker -H tcp://$CLOSED ps", "transient"},
		{docker + "run --nosuch x", "permanent"}, {docker + "run -Z x", "permanent"},
		{docker + "nosuch", "permanent"}, {docker + "run", "permanent"},
		{docker + "run Bad//X", "permanent"}, {docker + "pull Bad//X", "permanent"},
	})
}

// Podman takes images from a registry that answers each manifest with the status in its name.
func TestProvokedPodman(t *testing.T) {
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dir, _, isManifest := strings.Cut(r.URL.Path, "/manifests/")
		status, err := strconv.Atoi(path.Base(dir))
		if !isManifest || err != nil {
			return // the ping before it
		}
		w.WriteHeader(status)
		if status == 404 {
			_, _ = io.WriteString(w, `{"errors": [{"code": "MANIFEST_UNKNOWN"}]}`)
		}
	}))
	defer registry.Close()
	l := newLab(t)
	policy := filepath.Join(l.dir, "policy.json")
	if err := os.WriteFile(policy, []byte(`{"default": [{"type": "insecureAcceptAnything"}]}`),
		0o644); err != nil {
		t.Fatal(err)
	}
	const podman = `podman --storage-driver vfs --root "$PWD/storage" --runroot "$PWD/run" `
	pull := podman + "pull -q --signature-policy policy.json --tls-verify=false "
	image := pull + strings.TrimPrefix(registry.URL, "http://") + "/x/"
	l.provoke(t, "podman", []provocation{
		{podman + "run --nosuch x", "permanent"}, {podman + "run -Z x", "permanent"},
		{podman + "run", "permanent"}, {podman + "nosuch", "permanent"},
		{podman + "run Bad//X", "permanent"},
		{image + "404", "permanent"}, {image + "401", "permanent"},
		{image + "503", "transient"}, {image + "429", "after 1m0s"},
		{pull + "$CLOSED/x", "transient"},
	})
}
