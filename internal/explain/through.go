package explain

import "ftsh/parser/ast"

// through describes the resources shared by a block.
func (e *explainer) through(n *ast.Through) string {
	text := e.source(n.Name) + ": "
	if n.Budget == nil && n.Jobs == nil && n.Break == nil {
		return text + "budget 20%, break 5 in 30s"
	}
	sep := ""
	add := func(option string) { text, sep = text+sep+option, ", " }
	if n.Budget != nil {
		add("budget " + e.source(n.Budget))
	}
	if n.Jobs != nil {
		option := "jobs " + e.source(n.Jobs)
		if n.NoWait {
			option += " nowait"
		}
		add(option)
	}
	if n.Break != nil {
		add("break " + e.source(n.Break) + " in " + e.source(n.In))
	}
	return text
}
