# XCU cd, pwd.
peers: dash bash

=== PWD and OLDPWD follow
--- script
top=$PWD
mkdir -p a/b
cd a/b
echo "${PWD#"$top"} ${OLDPWD#"$top"}."
cd ..
echo "${PWD#"$top"}"
cd - | sed "s|$top||"
--- stdout
/a/b .
/a
/a/b

=== links are kept by -L and resolved by -P
--- script
top=$(pwd -P)
cd "$top"
mkdir -p a/b; ln -s a/b link
cd link; echo "${PWD#"$top"}"
cd ..; echo "${PWD#"$top"}."
cd -P link; echo "${PWD#"$top"}"
cd "$top/link"; pwd -P | sed "s|$top||"; pwd -L | sed "s|$top||"
--- stdout
/link
.
/a/b
/a/b
/link

=== after cd -P the names have no symbolic links
--- script
top=$PWD
mkdir -p a/b; ln -s a/b link
cd -P link; pwd | sed "s|$top||"; cd ..; pwd | sed "s|$top||"
cd "$top/link"; cd -P ..; pwd | sed "s|$top||"
cd "$top"; cd -P link/..; pwd | sed "s|$top||"
(cd -P ../link; pwd | sed "s|$top||"; cd ..; pwd | sed "s|$top||")
--- stdout
/a/b
/a
/a
/a
/a/b
/a

=== CDPATH
--- script
top=$PWD
mkdir -p a/sub b
CDPATH=$top/none:$top/a
cd sub | sed "s|$top||"
cd sub >/dev/null; echo "${PWD#"$top"}"
cd "$top"; CDPATH=:$top/a cd b; echo "${PWD#"$top"}"
--- stdout
/a/sub
/a/sub
/b

=== without an operand it goes home
except dash: an empty HOME is no error
except bash: an empty HOME is no error
--- script
HOME=/
cd; pwd
cd /tmp; HOME=; cd 2>/dev/null && pwd
:
--- stdout
/

=== a directory that is not there
--- script
cd /nonexistent 2>/dev/null || echo no
[ "$PWD" = "$(pwd -P)" ] && echo stayed
--- stdout
no
stayed

=== what stands before .. must be a directory
except dash: does not look
--- script
cd none/.. 2>/dev/null || echo no
--- stdout
no

=== a subshell's directory is its own
--- script
mkdir d
(cd d; pwd | sed 's|.*/||'; echo *; : >inside)
ls d
cd d; echo *
--- stdout
d
*
inside
inside

=== the directory of a subshell in the background and in a pipeline
--- script
mkdir d
{ cd d; : >f; } & wait
cd d | :
ls d; ls
--- stdout
f
d

=== more than one directory
skip dash: ignores it
--- script
mkdir a b
cd a b || echo failed; [ "${PWD##*/}" = a ] || echo stayed
--- stderr some
--- stdout
failed
stayed
