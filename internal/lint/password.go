package lint

import (
	"strings"

	"ftsh/internal/builtin"
	"ftsh/parser/ast"
)

// passwordArgument looks for secrets among the arguments of a program: everybody on the machine can
// see them in ps, and they get into logs.
func (w walker) passwordArgument(c *ast.Simple) {
	words := utility(c.Args)
	n := text(words, 0)
	if n == "" || builtin.Lookup(n) != nil || w.facts.functions[n] {
		return
	}
	for i, word := range words[1:] {
		var next *ast.Word
		if i+2 < len(words) {
			next = words[i+2]
		}
		if what := secret(n, text(words, 1) == "login", word, next, w.source(word)); what != "" {
			w.report(PasswordArgument, word,
				"everybody on this machine can see %s in the list of processes: pass it in a "+
					"file, on standard input or in the environment", what)
		}
	}
}

// secret describes the secret in a word of a command, "" if there is none.
func secret(command string, login bool, word, next *ast.Word, source string) string {
	t := lead(word)
	option, value, joined := strings.Cut(t, "=")
	switch {
	case strings.HasPrefix(t, "--") && isSecretOption(strings.TrimLeft(option, "-")):
		if joined && (value != "" && !isReference(value) || value == "" && expands(word)) ||
			!joined && next != nil && isValue(next) {
			return "the value of " + option
		}
	case strings.Contains(t, "://"):
		_, rest, _ := strings.Cut(t, "://")
		authority, _, _ := strings.Cut(rest, "/")
		user, _, at := strings.Cut(authority, "@")
		if at && strings.Contains(user, ":") && !strings.HasSuffix(user, ":") {
			return "the password in this URL"
		}
		_, rest, _ = strings.Cut(source, "://")
		rest, _, _ = strings.Cut(rest, "/")
		if user, _, at := strings.Cut(rest, "@"); at && strings.Contains(user, ":$") {
			return "the password in this URL"
		}
	}
	return ofCommand(command, login, t, word, next)
}

// ofCommand checks the one-letter options of some programs.
func ofCommand(command string, login bool, t string, word, next *ast.Word) string {
	switch command {
	case "curl":
		if (t == "-u" || t == "--user" || t == "-U" || t == "--proxy-user") && next != nil &&
			strings.Contains(whole(next), ":") {
			return "the password of " + t
		}
		if t == "-H" || t == "--header" {
			if h := strings.ToLower(leadIf(next)); strings.HasPrefix(h, "authorization:") ||
				strings.HasPrefix(h, "x-api-key:") || strings.HasPrefix(h, "private-token:") {
				return "the token in this header"
			}
		}
	case "mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump":
		if strings.HasPrefix(t, "-p") && (len(t) > 2 || expands(word)) {
			return "the password of -p"
		}
	case "sshpass":
		if strings.HasPrefix(t, "-p") && (len(t) > 2 || expands(word) || next != nil) {
			return "the password of -p"
		}
	case "docker", "podman":
		if t == "-p" && login && next != nil && isValue(next) {
			return "the password of -p"
		}
	case "openssl":
		if next != nil && (t == "-pass" || t == "-passin" || t == "-passout") &&
			strings.HasPrefix(lead(next), "pass:") {
			return "the password of " + t
		}
	case "smbclient", "ldapsearch", "ldapmodify", "ldapadd":
		if command != "smbclient" && t == "-w" && next != nil && isValue(next) {
			return "the password of -w"
		}
		if command == "smbclient" && t == "-U" && next != nil &&
			strings.Contains(whole(next), "%") {
			return "the password of -U"
		}
	}
	return ""
}

// leadIf is lead for a word that may be missing.
func leadIf(w *ast.Word) string {
	if w == nil {
		return ""
	}
	return lead(w)
}

// isSecretOption reports whether an option's value is a secret.
func isSecretOption(option string) bool {
	switch option {
	case "password", "passwd", "passphrase", "secret", "token", "api-key", "apikey",
		"http-password", "http-passwd", "ftp-password", "proxy-password",
		"user-password", "admin-password", "db-password", "root-password", "access-token",
		"auth-token", "secret-key", "secret-access-key", "client-secret", "private-key-password":
		return true
	}
	return false
}

// isReference reports whether a value is a reference to a secret, such as a file.
func isReference(value string) bool {
	for _, p := range []string{"file:", "env:", "fd:", "@", "/", "-", "stdin", "prompt", "ask"} {
		if strings.HasPrefix(value, p) {
			return true
		}
	}
	return false
}

// isValue reports whether a word can be an option's value and is no reference.
func isValue(w *ast.Word) bool {
	t := lead(w)
	return expands(w) && (t == "" || !isReference(t)) || t != "" && !isReference(t)
}

// expands reports whether a word has expansions.
func expands(w *ast.Word) bool {
	var b strings.Builder
	return !leadOf(&b, w.Parts)
}

// whole returns the literal text of a word without its expansions.
func whole(w *ast.Word) string {
	var b strings.Builder
	for _, p := range unquoted(w.Parts) {
		switch p := p.(type) {
		case *ast.Lit:
			b.WriteString(p.Value)
		case *ast.Quoted:
			b.WriteString(p.Value)
		}
	}
	return b.String()
}
