//go:build linux

package main

// least returns the smallest node of a kind.
func least(k kind) *node {
	switch k {
	case list:
		return &node{kind: list, kids: []*node{leaf(command, ":")}}
	case command:
		return leaf(command, ":")
	case word, pattern, piece, test:
		return leaf(k, "x")
	case number:
		return leaf(k, "1")
	}
	return leaf(k, "")
}

// shrink makes a script smaller as long as it still shows the difference, according to differs
// (delta debugging on the tree). Commands are left out, nodes replaced by the least of their kind
// or by one of their kind below them.
func shrink(script *node, differs func(*node) bool) *node {
	for again := true; again; {
		again = false
		for i := 0; ; i++ {
			candidates, ok := smaller(script, i)
			if !ok {
				break
			}
			for _, c := range candidates {
				if differs(c) {
					script, again = c, true
					i--
					break
				}
			}
		}
	}
	return script
}

// smaller returns the variants of the script with node number i made smaller; ok is false if there
// are fewer nodes.
func smaller(script *node, i int) (candidates []*node, ok bool) {
	at := place(script, i)
	if at == nil {
		return nil, false
	}
	with := func(replacement *node) {
		c := script.copy()
		*place(c, i) = replacement
		candidates = append(candidates, c)
	}
	n := *at
	if n.kind == list {
		if half := len(n.kids) / 2; half > 1 {
			with(&node{kind: list, kids: n.kids[:half]})
			with(&node{kind: list, kids: n.kids[half:]})
		}
		for k := range n.kids {
			if len(n.kids) > 1 {
				with(&node{kind: list, kids: append(append([]*node(nil), n.kids[:k]...),
					n.kids[k+1:]...)})
			}
		}
	}
	size := len(n.String())
	if l := least(n.kind); len(l.String()) < size {
		with(l)
	}
	n.each(func(below **node) {
		if (*below).kind == n.kind && len((*below).String()) < size {
			with((*below).copy())
		}
	})
	return candidates, true
}

// place returns the place of node number i in the script; nil if there are fewer.
func place(script *node, i int) **node {
	var at **node
	n := 0
	script.each(func(p **node) {
		if n == i {
			at = p
		}
		n++
	})
	return at
}
