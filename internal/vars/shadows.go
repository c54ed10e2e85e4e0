package vars

// Shadows hold variables with other values, exported, until End: those set by a block for its body.
// The zero value has none. Like a Shadow they are no scope. All belong to one Store.
type Shadows struct {
	last *cover
	used int
	room [5]cover // for the first ones, in the same piece of memory
}

// A cover is one shadowed variable.
type cover struct {
	Shadow
	now  variable
	next *cover
}

// Set gives r a value. A readonly variable keeps its own.
func (s *Shadows) Set(v *Store, r Ref, value string) {
	if s.of(r) != nil {
		_ = v.Set(r, value)
		v.Mark(r, Exported)
		return
	}
	if v.raw(r)&Readonly != 0 {
		return
	}
	var c *cover
	if s.used < len(s.room) {
		c = &s.room[s.used]
		s.used++
	} else {
		c = new(cover)
	}
	c.next = s.last
	s.last = c
	c.Shadow = v.cover(r, &c.now, value)
	c.now.ofBlock = true
}

// Unset gives r its outer value again, if it is shadowed.
func (s *Shadows) Unset(v *Store, r Ref) {
	for at := &s.last; *at != nil; at = &(*at).next {
		if c := *at; c.ref == r {
			v.Unshadow(c.Shadow)
			*at = c.next
			return
		}
	}
}

// End gives all of them their outer values again.
func (s *Shadows) End(v *Store) {
	for ; s.last != nil; s.last = s.last.next {
		v.Unshadow(s.last.Shadow)
	}
}

func (s *Shadows) of(r Ref) *cover {
	for c := s.last; c != nil; c = c.next {
		if c.ref == r {
			return c
		}
	}
	return nil
}
