package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// ExpectedSystem describes the names accepted by IsSystem.
const ExpectedSystem = "the name of a batch system"

// IsSystem reports whether name may be the name of a batch system. A program is run by that name.
func IsSystem(name string) bool {
	return name != "" && name[0] != '-' && name[0] != '.' &&
		strings.Trim(name,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}

// system reads the name of a batch system.
func (h *header) system() *ast.Word { return h.checked(ExpectedSystem, IsSystem) }
