package interp

import (
	"strconv"
	"strings"
	"time"

	"ftsh/internal/fd"
)

// mailbox is what a prompt knows of the files that MAILPATH and MAIL name (XCU sh).
type mailbox struct {
	looked time.Time
	files  map[string]time.Time // when each was changed as it was last looked at; zero: it was not there
}

// mailInterval is how often they are looked at where MAILCHECK does not say.
const mailInterval = 600 * time.Second

// tellMail says before a prompt that mail has come. A file that is looked at for the first time
// is news to nobody, and an empty one is the work of who has read it.
func tellMail(fr *frame) {
	m := &fr.sh.prompt.mail
	places, now := mailPlaces(fr), fr.sh.clock.Wall()
	if len(places) == 0 || m.files != nil && now.Sub(m.looked) < mailEvery(fr) {
		return
	}
	before := m.files
	m.looked, m.files = now, make(map[string]time.Time, len(places))
	for _, p := range places {
		var changed time.Time
		st, err := fd.Stat(dirOrCwd(fr.env.Dir()), p.path, true)
		if err == nil {
			changed = st.Modified
		}
		m.files[p.path] = changed
		if was, known := before[p.path]; known && err == nil && st.Size > 0 && !changed.Equal(was) {
			fr.writeErr(fr.promptText("MAILPATH", p.message) + "\n")
		}
	}
}

// mailEvery is how much time passes from one look to the next.
func mailEvery(fr *frame) time.Duration {
	if n, err := strconv.ParseUint(fr.env.vars.Value("MAILCHECK"), 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	return mailInterval
}

// A mailPlace is a file that mail comes to, and what is said then.
type mailPlace struct{ path, message string }

// mailPlaces are those of MAILPATH, path%message:…, or else of MAIL.
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
