// Package netname reads the names of hosts and services: Internet addresses in numbers, and the
// texts of hosts(5), services(5) and getent(1).
//
// The package exists because the package net would be a part of the start of every shell. It opens
// nothing: callers give it the texts. It does not ask name servers; getent does.
//
//	all := netname.Hosts(text, "localhost") // text is that of /etc/hosts
package netname

import (
	"slices"
	"strconv"
	"strings"
)

// An Address is an Internet address.
type Address struct {
	IP   string // its 4 or 16 bytes
	Zone string // of an IPv6 address: the interface, by number or name; "": none
}

// Parse reads an address written in numbers: four decimal ones, or IPv6 (RFC 4291, section 2.2),
// with %zone after it (RFC 4007, section 11).
func Parse(text string) (Address, bool) {
	if ip, ok := parse4(text); ok {
		return Address{IP: string(ip)}, true
	}
	text, zone, zoned := strings.Cut(text, "%")
	ip, ok := parse6(text)
	if !ok || zoned && zone == "" {
		return Address{}, false
	}
	return Address{string(ip), zone}, true
}

// parse4 reads four decimal numbers. Others that inet_aton(3) knows, such as 010.1, are names here.
func parse4(text string) ([]byte, bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return nil, false
	}
	ip := make([]byte, 4)
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return nil, false
		}
		ip[i] = byte(n)
	}
	return ip, true
}

func parse6(text string) ([]byte, bool) {
	head, tail, gap := strings.Cut(text, "::")
	a, okA := groups(head, !gap)
	b, okB := groups(tail, true)
	n := len(a) + len(b)
	if !okA || !okB || gap && n > 14 || !gap && n != 16 {
		return nil, false
	}
	ip := make([]byte, 16)
	copy(ip, a)
	copy(ip[16-len(b):], b)
	return ip, true
}

// groups reads groups of four hexadecimal digits. ends: they are the end of the address, where an
// IPv4 address may stand for the last two.
func groups(text string, ends bool) ([]byte, bool) {
	if text == "" {
		return nil, true
	}
	var ip []byte
	parts := strings.Split(text, ":")
	for i, part := range parts {
		if ends && i == len(parts)-1 && strings.Contains(part, ".") {
			four, ok := parse4(part)
			return append(ip, four...), ok
		}
		n, err := strconv.ParseUint(part, 16, 16)
		if err != nil || len(part) > 4 {
			return nil, false
		}
		ip = append(ip, byte(n>>8), byte(n))
	}
	return ip, len(ip) <= 16
}

// Hosts returns the addresses of a host in the text of hosts(5), in its order. Names are compared
// without regard to case.
func Hosts(text, name string) (all []Address) {
	for line := range strings.Lines(text) {
		fields := fieldsOf(line)
		if len(fields) < 2 || !slices.ContainsFunc(fields[1:], func(f string) bool {
			return strings.EqualFold(f, name)
		}) {
			continue
		}
		all = add(all, fields[0])
	}
	return all
}

// Ahosts returns the addresses in the output of getent ahosts, each once, in its order.
func Ahosts(text string) (all []Address) {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 {
			all = add(all, fields[0])
		}
	}
	return all
}

func add(all []Address, text string) []Address {
	a, ok := Parse(text)
	if !ok || slices.Contains(all, a) {
		return all
	}
	return append(all, a)
}

// Port reads a port. number is set if text is a number, and ok if that is one of a port.
func Port(text string) (port int, number, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false, false
	}
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), true, err == nil
}

// Service returns the port of a service in the text of services(5), or in the output of getent
// services. protocol is tcp or udp.
func Service(text, name, protocol string) (port int, ok bool) {
	for line := range strings.Lines(text) {
		fields := fieldsOf(line)
		if len(fields) < 2 || fields[0] != name && !slices.Contains(fields[2:], name) {
			continue
		}
		number, of, _ := strings.Cut(fields[1], "/")
		if n, known, ok := Port(number); known && ok && of == protocol {
			return n, true
		}
	}
	return 0, false
}

// fieldsOf returns the fields of a line before its comment.
func fieldsOf(line string) []string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Fields(line)
}
