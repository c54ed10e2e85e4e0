package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ftsh/internal/hello"
)

// errUnavailable is wrapped by the error of a row whose scripts this machine lacks. The row is left
// out.
var errUnavailable = errors.New("not on this machine")

// scriptWorkloads returns the rows that run scripts of other projects. Nothing of them is kept in this
// repository: hello comes from Debian's archive, the others from installed packages.
func scriptWorkloads() []workload {
	rows := []workload{
		{name: "confhelp", title: "hello's configure `--help`",
			args: []string{"--srcdir=hello", "--help"}, prepare: copyConfigure},
		{name: "confhello", title: "hello's configure, the whole run",
			script: "rm -rf built; cp -a hello built; cd built\n" +
				"exec \"$CONFIG_SHELL\" ./configure\n", prepare: unpackHello},
		{name: "ltmain", title: "ltmain.sh `--help`", args: []string{"--help"},
			prepare: writeLibtool},
		{name: "ltcompile", title: "ltmain.sh `--dry-run --mode=compile`", repeat: 5,
			args:    strings.Fields("--dry-run --mode=compile gcc -O2 -c x.c -o x.lo"),
			prepare: writeLibtool},
		{name: "ltlink", title: "ltmain.sh `--dry-run --mode=link`", repeat: 5,
			args: strings.Fields("--dry-run --mode=link gcc -O2 -o libx.la x.lo y.lo z.lo " +
				"-version-info 3:2:1 -rpath /usr/lib -lm"),
			prepare: writeLibtool},
		{name: "debfunc", title: "functions of debootstrap", script: debootstrapScript,
			prepare: prepareDebootstrap},
		{name: "maint", title: fmt.Sprintf("%d maintainer scripts with nothing to do", maintainers),
			script: "for s in maint/*; do \"$CONFIG_SHELL\" \"$s\" nothing; echo $?; done " +
				"2>/dev/null </dev/null\n", prepare: copyMaintainers},
		{name: "maintread", title: fmt.Sprintf("%d maintainer scripts, `-n`", maintainers),
			flags: []string{"-n"}, repeat: 5, prepare: joinMaintainers},
	}
	for i := range rows {
		rows[i].goal, rows[i].peer, rows[i].fixed = level, fastest, true
	}
	return rows
}

func unpackHello(dir string) error {
	dir = filepath.Join(dir, "hello")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := hello.Unpack(dir); err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	return nil
}

// copyConfigure makes configure the row's script.
func copyConfigure(dir string) error {
	if err := unpackHello(dir); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, "hello/configure"))
	if err != nil {
		return err
	}
	return replaceScript(dir, string(text))
}

// replaceScript replaces the row's script.
func replaceScript(dir, text string) error {
	return os.WriteFile(filepath.Join(dir, "script"), []byte(text), 0o644)
}

// libtoolSettings is what configure writes before ltmain.sh to make libtool, for a plain Linux.
const libtoolSettings = `macro_version=$VERSION macro_revision=$VERSION
build_libtool_libs=yes build_old_libs=no pic_mode=default version_type=linux
host=x86_64-pc-linux-gnu host_os=linux-gnu build=$host build_os=$host_os
SHELL=/bin/sh ECHO='printf %s\n' SED=sed Xsed='sed -e 1s/^X//' GREP=grep EGREP='grep -E'
CC=gcc LTCC=gcc LTCFLAGS=-O2 LD=ld NM=nm AR=ar AR_FLAGS=cr RANLIB=ranlib STRIP=strip OBJDUMP=objdump
LN_S='ln -s' objext=o exeext= libext=a objdir=.libs with_gcc=yes GCC=yes compiler_c_o=yes
shrext_cmds=.so shlibpath_var=LD_LIBRARY_PATH shlibpath_overrides_runpath=yes
runpath_var=LD_RUN_PATH need_lib_prefix=no need_version=no need_locks=no max_cmd_len=1572864
libname_spec='lib$name' soname_spec='$libname$release$shared_ext$major'
library_names_spec='$libname$release$shared_ext$versuffix $libname$release$shared_ext$major $libname$shared_ext'
archive_cmds='$CC -shared $pic_flag $libobjs $deplibs $compiler_flags $wl-soname $wl$soname -o $lib'
wl=-Wl, pic_flag=' -fPIC -DPIC' hardcode_libdir_flag_spec='$wl-rpath $wl$libdir'
hardcode_action=immediate hardcode_into_libs=yes allow_undefined=yes link_all_deplibs=no
deplibs_check_method=pass_all sys_lib_search_path_spec='/usr/lib /lib' fast_install=needless
to_host_file_cmd=func_convert_file_noop to_tool_file_cmd=func_convert_file_noop
func_munge_path_list() { :; }
`

func writeLibtool(dir string) error {
	text, err := os.ReadFile("/usr/share/libtool/build-aux/ltmain.sh")
	if err != nil {
		return fmt.Errorf("%w: package libtool: %w", errUnavailable, err)
	}
	// ltmain.sh refuses settings of another version. It names its own as VERSION=….
	_, version, _ := strings.Cut(string(text), "\nVERSION=")
	version = strings.Trim(firstLine(version), `"`)
	version, _, _ = strings.Cut(version, " ")
	settings := strings.ReplaceAll(libtoolSettings, "$VERSION", version)
	return replaceScript(dir, settings+string(text))
}

// debootstrapScript calls those functions of debootstrap that need neither root nor a network, with
// Debian's real lists of a suite as files.
const debootstrapScript = `TARGET=$PWD/target MIRRORS=file:$PWD/mirror SUITE=$(cat suite) ARCH=amd64 VARIANT=
EXTRA_SUITES= COMPONENTS= USE_COMPONENTS=main KEYRING= DISABLE_KEYRING=1 CACHE_DIR= VERBOSE=
DEBOOTSTRAP_CHECKSUM_FIELD=SHA256 SHA_SIZE=256 USE_DEBIANINSTALLER_INTERACTION= INRELEASE_PATH=
HOST_OS=linux DEF_MIRROR= EXCLUDE_DEPENDENCY= EXTRACTOR_OVERRIDE= MERGED_USR=yes
rm -rf target; mkdir -p target/debootstrap target/etc/apt target/var/lib/dpkg
exec 3>/dev/null 4>&1
. /usr/share/debootstrap/functions
in_path sed; in_path none-such || echo no
mirror_style release; download_style apt; finddebs_style from-indices
variants - buildd minbase; doing_variant buildd || echo no
choose_extractor; valid_extractor ar
mk_download_dirs
path=dists/$SUITE/main/binary-$ARCH/Packages m1=$MIRRORS
release=$TARGET/$($DLDEST rel "$SUITE" "$m1" "dists/$SUITE/Release")
inrelease=$TARGET/$($DLDEST rel "$SUITE" "$m1" "dists/$SUITE/InRelease")
download_release_sig "$m1" "$SUITE" "$inrelease" "$release" "$release.gpg"
validate_suite "$release"
extract_release_components "$release"
for c in $COMPONENTS contrib; do get_release_checksum "$release" "$c/binary-$ARCH/Packages.xz"; done
pkgdest=$TARGET/$($DLDEST pkg "$SUITE" main "$ARCH" "$m1" "$path")
get "$m1/$path" "$pkgdest"
set -- $(get_debs Priority: required)
resolve_deps "$@"
get_package_sizes "$m1" "$pkgdest" "$@"
without "$*" "apt dpkg sed"
for p in "$@"; do
    d=$($DLDEST deb "$p" 1:1.0-1 "$ARCH" "$m1" "pool/$p")
    echo "$p $d" >>"$TARGET/debootstrap/debpaths"
done
for p in "$@"; do debfor "$p"; done
for p in "$@"; do
    echo "status: $p : half-installed"
done | { dpkg_progress 0 "$#" UNPACKBASE Unpacking UNPACKING; echo $now; }
sum=$(sha256sum <"$pkgdest"); size=$(wc -c <"$pkgdest")
verify_checksum "$pkgdest" "${sum%% *}" "$size" && echo right
get "$m1/$path" "$TARGET/again" byhash "${sum%% *}" "$size" . && echo got
printf '[GNUPG:] VALIDSIG 0123\n' | read_gpg_status
on_exit "echo left"; N_EXIT_THINGS=$N_EXIT_THINGS
`

func prepareDebootstrap(dir string) error {
	if _, err := os.Stat("/usr/share/debootstrap/functions"); err != nil {
		return fmt.Errorf("%w: package debootstrap: %w", errUnavailable, err)
	}
	release, err := filepath.Glob("/var/lib/apt/lists/deb.debian.org_debian_dists_*[!s]_InRelease")
	if err != nil || len(release) == 0 {
		return fmt.Errorf("%w: apt-get update has not been run", errUnavailable)
	}
	stem := strings.TrimSuffix(release[0], "InRelease")
	suite := strings.TrimSuffix(stem[strings.LastIndex(stem, "dists_")+len("dists_"):], "_")
	lists, err := filepath.Glob(stem + "main_binary-amd64_Packages*")
	if err != nil || len(lists) == 0 {
		return fmt.Errorf("%w: no list of packages for amd64", errUnavailable)
	}
	packages, err := exec.Command("/usr/lib/apt/apt-helper", "cat-file", lists[0]).Output()
	if err != nil {
		return fmt.Errorf("%w: apt-helper: %w", errUnavailable, err)
	}
	text, err := os.ReadFile(release[0])
	if err != nil {
		return err
	}
	dists := filepath.Join(dir, "mirror/dists", suite)
	if err := os.MkdirAll(filepath.Join(dists, "main/binary-amd64"), 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"suite":                                suite + "\n",
		"mirror/dists/" + suite + "/InRelease": string(text),
		"mirror/dists/" + suite + "/main/binary-amd64/Packages": base(string(packages)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// base keeps the stanzas of packages that every system has. The others would only give perl and grep
// more to read, which takes as long under each shell.
func base(packages string) string {
	var b strings.Builder
	for stanza := range strings.SplitSeq(packages, "\n\n") {
		if strings.Contains(stanza, "\nPriority: required\n") ||
			strings.Contains(stanza, "\nPriority: important\n") ||
			strings.Contains(stanza, "\nSection: libs\n") {
			b.WriteString(stanza + "\n\n")
		}
	}
	return b.String()
}
