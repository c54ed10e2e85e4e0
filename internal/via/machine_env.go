package via

import (
	"strings"

	"ftsh/internal/proc"
	"ftsh/internal/vars"
)

// own reports whether a variable belongs to the machine: a branch gets the machine's value,
// whatever the shell has.
func own(name string) bool {
	switch name {
	case "TMPDIR", "XDG_RUNTIME_DIR", "HOSTNAME", "FTSH_TREE", "FTSH_LOG_FILE", "FTSH_CRON", traceVariable,
		"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES",
		"HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL", "ZE_AFFINITY_MASK":
		return true
	}
	for _, prefix := range []string{"SLURM_", "SLURMD_", "_CONDOR_", "PBS_", "LSB_", "SGE_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// traceVariable names the file of a trace. That of a branch lies in the shared directory.
const traceVariable = "FTSH_TRACE_FILE"

// dropped reports whether a variable of the machine is withheld from branches: it concerns another
// shell.
func dropped(name string) bool {
	return name == "FTSH_LOG_FILE" || name == traceVariable || name == "FTSH_CRON"
}

// fromMachine replaces the machine's variables in all, as exported by the shell, by their values in
// env. Variables not exported belong to the script, and stay.
func fromMachine(all []vars.Var, env []string) []vars.Var {
	kept := all[:0]
	for _, v := range all {
		if v.Attrs&vars.Exported == 0 || !own(v.Name) {
			kept = append(kept, v)
		}
	}
	for _, e := range env {
		name, value, ok := strings.Cut(e, "=")
		if ok && own(name) && !dropped(name) {
			kept = append(kept, vars.Var{Name: name, Value: value,
				Attrs: vars.Exported | vars.IsSet})
		}
	}
	return kept
}

// environ returns the environment of a shell on the machine, in the tree of that tag.
func environ(env []string, tag string) []string {
	kept := []string{proc.TagVariable + "=" + tag}
	for _, e := range env {
		if name, _, _ := strings.Cut(e, "="); !dropped(name) && name != proc.TagVariable {
			kept = append(kept, e)
		}
	}
	return kept
}
