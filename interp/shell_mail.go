package interp

import (
	"strconv"
	"strings"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/shellenv"
)

// mailbox is a prompt's record of the files named by MAILPATH and MAIL (XCU sh).
type mailbox struct {
	looked time.Time
	// files holds modification times at the last check; zero: the file did not exist.
	files map[string]time.Time
}

// mailInterval is the interval between checks if MAILCHECK is not set.
const mailInterval = 600 * time.Second

// reportMail reports new mail before a prompt. A file's first check reports nothing, and neither
// does an empty file: its mail has been read.
func reportMail(fr *frame) {
	m := &fr.sh.prompt.mail
	places, now := mailPlaces(fr), fr.sh.clock.Wall()
	if len(places) == 0 || m.files != nil && now.Sub(m.looked) < mailEvery(fr) {
		return
	}
	before := m.files
	m.looked, m.files = now, make(map[string]time.Time, len(places))
	for _, p := range places {
		var changed time.Time
		st, err := fd.Stat(shellenv.At(fr.env.Dir()), p.path, true)
		if err == nil {
			changed = st.Modified
		}
		m.files[p.path] = changed
		if was, known := before[p.path]; known && err == nil && st.Size > 0 && !changed.Equal(was) {
			fr.writeErr(fr.promptText("MAILPATH", p.message) + "\n")
		}
	}
}

// mailEvery returns the interval between checks.
func mailEvery(fr *frame) time.Duration {
	if n, err := strconv.ParseUint(fr.env.vars.Value("MAILCHECK"), 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	return mailInterval
}

// A mailPlace is a mail file and the message for new mail in it.
type mailPlace struct{ path, message string }

// mailPlaces returns the files of MAILPATH (path%message:…), or else of MAIL.
func mailPlaces(fr *frame) []mailPlace {
	const message = "You have mail."
	list, ok := fr.env.vars.Lookup("MAILPATH")
	if !ok {
		if path := fr.env.vars.Value("MAIL"); path != "" {
			return []mailPlace{{path, message}}
		}
		return nil
	}
	var all []mailPlace
	for part := range strings.SplitSeq(list, ":") {
		p := mailPlace{part, message}
		for i := 0; i < len(part); i++ {
			if part[i] == '%' && (i == 0 || part[i-1] != '\\') {
				p = mailPlace{part[:i], part[i+1:]}
				break
			}
		}
		p.path = strings.ReplaceAll(p.path, `\%`, "%")
		if p.path != "" {
			all = append(all, p)
		}
	}
	return all
}
