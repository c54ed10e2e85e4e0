package view

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A browser is a headless Chromium with a page, driven over its DevTools protocol: messages of JSON
// ending with a zero byte, on the descriptors 3 and 4 of its process.
type browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	session string
	last    int
	faults  []string // exceptions and messages of the page
}

// startBrowser starts Chromium, or skips the test if there is none.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser",
		"google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium")
	}
	profile, err := os.MkdirTemp("", "ftsh-view-")
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := pipe(t)
	reads, writes := pipe(t)
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run", "--disable-background-networking", "--hide-scrollbars",
		"--window-size=1200,800", "--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{ours, writes}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ours.Close()
	writes.Close()
	b := &browser{t: t, to: theirs, from: bufio.NewReader(reads)}
	t.Cleanup(func() {
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		_ = b.write(map[string]any{"id": 1 << 20, "method": "Browser.close"})
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
		// Its helpers may outlive it for a moment, and write to the profile.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		for range 100 {
			if os.RemoveAll(profile) == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		theirs.Close()
		reads.Close()
	})
	_ = reads.SetReadDeadline(time.Now().Add(2 * time.Minute))
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})
	attached := b.call("Target.attachToTarget", map[string]any{"targetId": target["targetId"],
		"flatten": true})
	b.session = attached["sessionId"].(string)
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil)
	}
	return b
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

func (b *browser) write(message map[string]any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = b.to.Write(append(text, 0))
	return err
}

// call calls a method and returns its result.
func (b *browser) call(method string, params map[string]any) map[string]any {
	b.t.Helper()
	b.last++
	message := map[string]any{"id": b.last, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	if err := b.write(message); err != nil {
		b.t.Fatal(err)
	}
	for {
		text, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID     int
			Method string
			Result map[string]any
			Params map[string]any
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(bytes.TrimRight(text, "\x00"), &answer); err != nil {
			b.t.Fatal(err)
		}
		switch answer.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded":
			fault, _ := json.Marshal(answer.Params)
			b.faults = append(b.faults, string(fault))
		}
		if answer.ID == b.last {
			if answer.Error != nil {
				b.t.Fatalf("%s: %s", method, answer.Error.Message)
			}
			return answer.Result
		}
	}
}

// eval returns the value of an expression in the page.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	r := b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true,
		"awaitPromise": true})
	if r["exceptionDetails"] != nil {
		b.t.Fatalf("%s: %v", expression, r["exceptionDetails"])
	}
	return r["result"].(map[string]any)["value"]
}

// open shows a page and waits until it is drawn.
func (b *browser) open(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": url})
	for range 500 {
		if b.eval(fmt.Sprintf("location.href === %q && document.readyState === 'complete'",
			url)) == true {
			b.frame()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatal("the page does not come")
}

// frame waits until the page has been drawn once more.
func (b *browser) frame() {
	b.eval("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
}

// codes are the numbers of keys without a character.
var codes = map[string]int{"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
	"Enter": 13, "Escape": 27, "Home": 36, "End": 35, "Tab": 9}

// press presses keys, one after the other.
func (b *browser) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		down := map[string]any{"type": "keyDown", "key": k}
		if code, ok := codes[k]; ok {
			down["windowsVirtualKeyCode"] = code
			if k == "Enter" {
				down["text"] = "\r"
			}
		} else {
			down["text"] = k
		}
		b.call("Input.dispatchKeyEvent", down)
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": k,
			"windowsVirtualKeyCode": codes[k]})
	}
	b.frame()
}

// shot keeps a picture of the page in the directory FTSH_TEST_SHOTS, if set.
func (b *browser) shot(name string) []byte {
	b.t.Helper()
	data, err := base64.StdEncoding.DecodeString(b.call("Page.captureScreenshot", nil)["data"].(string))
	if err != nil {
		b.t.Fatal(err)
	}
	if dir := os.Getenv("FTSH_TEST_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
	return data
}

// selected returns the accessible name of the selected row.
func (b *browser) selected() string {
	b.t.Helper()
	return b.eval("(document.querySelector('.row.selected') || {ariaLabel: 'none'}).ariaLabel").(string)
}

// rows returns the labels of the drawn rows.
func (b *browser) rows() string {
	b.t.Helper()
	return b.eval("[...document.querySelectorAll('.row .text')].map(e => e.firstChild.data)" +
		".join('|')").(string)
}

// A site serves pages and notes every request.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func serve(t *testing.T, pages map[string][]byte) *site {
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		s.mu.Unlock()
		page, ok := pages[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	}))
	t.Cleanup(s.Close)
	return s
}

func page(t testing.TB, tr *trace, all bool) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Of(tr.run(t), all).Page(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A page in a browser asks for nothing, has no errors, obeys keys, and has accessible names.
func TestPageInBrowser(t *testing.T) {
	b := startBrowser(t)
	s := serve(t, map[string][]byte{"/job": page(t, mirrors(), false)})
	b.open(s.URL + "/job")

	if h := b.eval("document.querySelector('h1').textContent"); h != mirrorsSentence {
		t.Errorf("heading %q", h)
	}
	if r := b.rows(); r != "job|try for 9 s|attempt 1|attempt 2|attempt 3" {
		t.Errorf("rows %s", r)
	}
	if n := b.eval("document.querySelectorAll('.lane .deadline').length"); n != 4.0 {
		t.Errorf("%v marks of the limit", n)
	}
	b.shot("light")

	b.press("ArrowDown", "ArrowDown")
	if s := b.selected(); s != "attempt 1, failed, 990 ms, curl: exit status 22" {
		t.Errorf("selected: %s", s)
	}
	if d := b.eval("document.getElementById('pane').innerText").(string); !strings.Contains(d,
		`dir/job:4:1: curl -f "$url": exit status 22`) {
		t.Errorf("details: %s", d)
	}
	b.press("ArrowRight")
	if r := b.rows(); r != `job|try for 9 s|attempt 1|curl -f "$url"|attempt 2|attempt 3` {
		t.Errorf("unfolded: %s", r)
	}
	b.press("ArrowLeft")
	if r := b.rows(); r != "job|try for 9 s|attempt 1|attempt 2|attempt 3" {
		t.Errorf("folded: %s", r)
	}
	b.press("Enter", "ArrowRight")
	if s := b.selected(); !strings.HasPrefix(s, `curl -f "$url", failed, 979 ms`) {
		t.Errorf("inside: %s", s)
	}
	if d := b.eval("document.getElementById('pane').innerText").(string); !strings.Contains(d, "7.2 MB at most") ||
		!strings.Contains(d, "20 ms user") {
		t.Errorf("details of a process: %s", d)
	}
	b.press("n")
	if s := b.selected(); s != "attempt 2, time limit, 1 s, delay 3 s before it, curl: time limit" {
		t.Errorf("next failure: %s", s)
	}
	if d := b.eval("document.querySelector('#pane pre').textContent"); d != "last <b>words</b>␛[31m\nof it" {
		t.Errorf("output %q", d)
	}

	// The mouse over an attempt in the block's row.
	over := b.eval("(r => ({x: r.left + 3, y: r.top + 3}))(document.querySelector('#r1 .s-bad')" +
		".getBoundingClientRect())").(map[string]any)
	over["type"] = "mouseMoved"
	b.call("Input.dispatchMouseEvent", over)
	if tip := b.eval("document.getElementById('tip').innerText"); tip !=
		"attempt 1\nfailed, 990 ms\ncurl: exit status 22" {
		t.Errorf("hover: %q", tip)
	}
	b.shot("hover")

	before := b.eval("document.querySelector('.row.selected .s-limit').getBBox().width").(float64)
	b.press("+")
	if after := b.eval("document.querySelector('.row.selected .s-limit').getBBox().width").(float64); after < 1.9*before {
		t.Errorf("zoom: %v, then %v", before, after)
	}
	b.shot("zoomed")
	b.press("0")
	if after := b.eval("document.querySelector('.row.selected .s-limit').getBBox().width"); after != before {
		t.Errorf("whole: %v, then %v", before, after)
	}
	b.press("?")
	if b.eval("document.getElementById('help').open") != true {
		t.Error("? shows no keys")
	}
	b.shot("help")
	b.press("Escape")
	if b.eval("document.getElementById('help').open") != false {
		t.Error("Escape does not close the keys")
	}
	b.press("?")
	b.eval("document.querySelector('dialog button').click()")
	if b.eval("document.getElementById('help').open") != false {
		t.Error("the button does not close the keys")
	}
	b.press("/", "t", "r", "y", "Enter")
	if s := b.selected(); !strings.HasPrefix(s, "try for 9 s, succeeded") {
		t.Errorf("found: %s", s)
	}
	b.press("Escape", "*", "End")
	if s := b.selected(); !strings.HasPrefix(s, `curl -f "$url", succeeded`) {
		t.Errorf("End: %s", s)
	}

	// From where the time went to the row.
	b.press("Home")
	b.eval("document.querySelectorAll('.shares button')[1].click()")
	if s := b.selected(); !strings.HasPrefix(s, `curl -f "$url", time limit`) {
		t.Errorf("largest: %s", s)
	}

	// Dark.
	light := b.eval("getComputedStyle(document.body).backgroundColor")
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{
		{"name": "prefers-color-scheme", "value": "dark"}}})
	if dark := b.eval("getComputedStyle(document.body).backgroundColor"); dark != "rgb(22, 24, 28)" ||
		light != "rgb(255, 255, 255)" {
		t.Errorf("backgrounds: light %v, dark %v", light, dark)
	}
	b.shot("dark")

	// Accessible names.
	tree, _ := json.Marshal(b.call("Accessibility.getFullAXTree", nil))
	for _, want := range []string{`"treegrid"`, `"Timeline"`, `attempt 1, failed, 990 ms`,
		`"Find in names and errors"`, `"Zoom in"`, `"Details of the selected row"`} {
		if !bytes.Contains(tree, []byte(want)) {
			t.Errorf("the accessibility tree lacks %s", want)
		}
	}

	// On paper.
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	b.eval("dispatchEvent(new Event('beforeprint'))")
	if c := b.eval("getComputedStyle(document.body).backgroundColor"); c != light {
		t.Errorf("print on %v", c)
	}
	b.shot("print")
	b.eval("dispatchEvent(new Event('afterprint'))")
	pdf := b.call("Page.printToPDF", map[string]any{"preferCSSPageSize": true, "printBackground": true})
	if data, err := base64.StdEncoding.DecodeString(pdf["data"].(string)); err != nil ||
		!bytes.HasPrefix(data, []byte("%PDF-")) || len(data) < 10000 {
		t.Errorf("print: %d bytes, %v", len(data), err)
	} else if dir := os.Getenv("FTSH_TEST_SHOTS"); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, "print.pdf"), data, 0o644)
	}

	if len(b.faults) > 0 {
		t.Errorf("faults: %s", b.faults)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Join(s.asked, " ") != "/job" {
		t.Errorf("asked for: %q", s.asked)
	}
}

// The text of a trace is never markup.
func TestHostileTraceInBrowser(t *testing.T) {
	b := startBrowser(t)
	s := serve(t, map[string][]byte{"/": page(t, hostile(), true)})
	b.open(s.URL + "/")
	if n := b.eval("document.querySelectorAll('img, b:not(#tip b), script').length"); n != 2.0 {
		t.Errorf("%v elements of the trace", n)
	}
	if v := b.eval("String(window.pwned)"); v != "undefined" {
		t.Error("a script of the trace ran")
	}
	if r := b.rows(); !strings.Contains(r, "</script><script>pwned=1</script>") || strings.ContainsAny(r, "\x1b\u202e\n") {
		t.Errorf("rows %q", r)
	}
	for range 5 {
		b.press("ArrowDown")
	}
	if v := b.eval("String(window.pwned)"); v != "undefined" || len(b.faults) > 0 {
		t.Errorf("%v, faults: %s", v, b.faults)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Join(s.asked, " ") != "/" {
		t.Errorf("asked for: %q", s.asked)
	}
}

// A browser opens a page of 100,000 spans, and draws a part of them.
func TestLargePageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	b := startBrowser(t)
	var out bytes.Buffer
	if err := Of(large(100000).nodes(), false).Page(&out); err != nil {
		t.Fatal(err)
	}
	s := serve(t, map[string][]byte{"/": out.Bytes()})
	begin := time.Now()
	b.open(s.URL + "/")
	b.press("*", "End")
	took := time.Since(begin)
	t.Logf("drawn, unfolded and at its end after %v", took)
	if n := b.eval("document.querySelectorAll('.row').length").(float64); n > 200 {
		t.Errorf("%v rows are elements", n)
	}
	if n := b.eval("document.getElementById('grid').ariaRowCount"); n == "" {
		t.Error("no number of rows")
	}
	if len(b.faults) > 0 {
		t.Errorf("faults: %s", b.faults)
	}
	if took > 2*time.Minute {
		t.Errorf("it took %v", took)
	}
}
