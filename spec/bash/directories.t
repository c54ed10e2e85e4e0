# pushd, popd and dirs
peers: bash

=== pushd goes to a directory and remembers where it was
--- script
cd /usr
pushd /tmp; pwd
pushd; pwd
pushd /; echo "${DIRSTACK[@]}"
pushd +1; pushd -0
popd; pwd
popd >/dev/null; popd; echo "$?"; pwd
pushd; echo "$?"
--- stdout
/tmp /usr
/tmp
/usr /tmp
/usr
/ /usr /tmp
/ /usr /tmp
/usr /tmp /
/ /usr /tmp
/usr /tmp
/usr
1
/tmp
1
--- stderr some

=== a place on the stack
--- script
cd /
pushd /usr >/dev/null; pushd /tmp >/dev/null; pushd /etc >/dev/null
dirs; dirs +1; dirs -0; dirs -v; dirs -p +2
popd +1; popd -0; pwd
pushd -n /nowhere; pwd; popd -n; dirs -c; dirs
dirs +3; echo "$?"
pushd +3; echo "$?"
popd x; echo "$?"
pushd a b; echo "$?"
pushd /none; echo "$?"; dirs
--- stdout
/etc /tmp /usr /
/tmp
/
 0  /etc
 1  /tmp
 2  /usr
 3  /
/usr
/etc /usr /
/etc /usr
/etc
/etc /nowhere /usr
/etc
/etc /usr
/etc
1
1
2
1
1
/etc
--- stderr some

=== the home directory is a tilde in the list
--- script
HOME=/usr
cd /usr/bin; dirs; dirs -l
pushd /usr; HOME=/us; dirs
--- stdout
~/bin
/usr/bin
~ ~/bin
/usr /usr/bin

=== a subshell has a stack of its own
--- script
cd /
pushd /usr >/dev/null
(popd; pushd /tmp; dirs -c)
dirs
--- stdout
/
/tmp /
/usr /

=== cdable_vars
--- script
mkdir -p here/below; here=$PWD/here
cd here; pwd | sed 's/.*\///'; cd ..
shopt -s cdable_vars; place=$PWD/here/below; cd place | sed 's|.*/here|here|'; cd place >/dev/null && echo "${PWD##*/}"; cd nowhere || echo no
--- stdout
here
here/below
below
no
--- stderr any
=== cd with its options, with an empty name, and out of a removed directory
--- script
mkdir -p real/sub; ln -s real link; top=$PWD; show() { echo "$? ${PWD#"$top"}"; }
cd -L link; show; cd ..; show; cd -P link; show; cd ..; cd -Pe link; show; cd "$top"; cd -e link; show
cd -PL "$top/link"; show; cd -LP "$top/link"; show; cd ''; show; cd -- - >/dev/null; show
cd -z; show; cd -@ .; show; cd a b; show; cd nosuch; show; cd nosuch/..; show
HOME=; cd; show; unset HOME; cd; show; unset OLDPWD; cd -; show
mkdir gone; cd gone; rmdir ../gone; cd -Pe .; echo $?; cd ..; show
--- stderr some
--- stdout
0 /link
0 
0 /real
0 /real
0 /link
0 /link
0 /real
0 /real
0 /real
2 /real
2 /real
1 /real
1 /real
1 /real
0 /real
1 /real
1 /real
1
0 /real
