# A script whose first line names bash is read in the dialect of bash (docs/language.md section 12).

=== a script whose first line names bash
--- script
#!/bin/bash
a=(x y)
forany v in "${a[@]}"; [[ $v == y ]]; end
echo "$v" {1..3}
--- stdout
y 1 2 3

=== with env, with blanks, with the options of env
--- script
for line in '#!/usr/bin/env bash' '#! /usr/local/bin/bash' '#!/usr/bin/env -S bash -u' '#!/usr/bin/env -Sbash' \
    '#!/usr/bin/env -S LANG=C bash -' '#!/bin/bash --' '#!bash'; do
    printf '%s\n' "$line" 'a=(b); echo $a "$@"' >job
    "$SH" job c
done
--- stdout
b c
b c
b c
b c
b c
b c
b c

=== another shell, or a later line, turns nothing on
--- script
for line in '#!/bin/sh' '#!/bin/zsh' '#!/bin/sh bash' '# bash' '' '#!/opt/bash/bin/sh' '#!/bin/rbash' '#!'; do
    printf '%s\n' "$line" '#!/bin/bash' 'echo {1,2}' >job
    "$SH" job
done
--- stdout
{1,2}
{1,2}
{1,2}
{1,2}
{1,2}
{1,2}
{1,2}
{1,2}

=== a script on standard input
run: pipe
--- script
#!/bin/bash
echo {1,2}
read -r x
line in between
[[ $x == line* ]] && echo "$x"
--- stdout
1 2
line in between

=== the text of -c
run: -c
--- script
#!/bin/bash
echo {1,2}
--- stdout
1 2

=== the options in the first line of a file hold
--- file job
#!/bin/bash -eu
case $- in *e*u*) echo on ;; esac
echo "[${none-}]"
false
echo not reached
--- script
"$SH" job
--- stdout
on
[]
--- status 1

=== an operand ends the options
--- script
for words in file '-u part of this -x' '- -x' '-- -x' '# -x' '-o nounset --norc x'; do
    printf '%s\n' "#! bash $words" 'a=(x y); echo "${a[1]} $- $*"' >job
    "$SH" job z
done
--- stdout
y hB z
y huB z
y hB z
y hB z
y hB z
y huB z

=== those of the command line come after them, and may turn them off
--- file job
#!/bin/bash -eo pipefail
false | :
echo "$?"
--- script
"$SH" +e job
"$SH" +e +o pipefail job
--- stdout
1
0

=== as bash has it, they do not hold where the command line names the dialect
--- file job
#!/bin/bash -e
false
echo {1,2}
--- script
"$SH" -o bash job
ln -s "$SH" bash
./bash job
--- stdout
1 2
1 2

=== what is no option in a first line is an error
--- script
for words in -q -c -s --posix --help; do
    printf '%s\n' "#!/bin/bash $words" 'echo never' >job
    "$SH" job
done
--- stderr
job: its first line: unknown option -q: try --help
job: its first line: expected options for a script, found "-c"
job: its first line: expected options for a script, found "-s"
job: its first line: unknown option --posix: try --help
job: its first line: expected options for a script, found "--help"
--- status 2

=== never as sh, nor with -o posix
--- file job
#!/bin/bash
echo {1,2}
--- script
"$SH" -o posix job
"$SH" -o posix <job
ln -s "$SH" sh
./sh job
./sh <job
./sh -c "$(cat job)"
--- stdout
{1,2}
{1,2}
{1,2}
{1,2}
{1,2}

=== with +o bash the first line is a comment
--- file job
#!/bin/bash
echo '{1,2}' $((1 + 1))
--- script
"$SH" +o bash job
"$SH" +o bash <job
--- stdout
{1,2} 2
{1,2} 2

=== under the name bash everything is read in the dialect
--- script
ln -s "$SH" bash
./bash -c 'a=(1 2); echo "${#a[@]} $0"'
echo 'echo {1,2}' >job
./bash job
./bash <job
./bash +o bash job
PATH=$PWD:$PATH
bash -c 'echo "${BASH##*/}"; "$BASH" -c "echo {1,2}"'
--- stdout
2 ./bash
1 2
1 2
{1,2}
bash
1 2

=== a sourced file is read in the dialect of its caller
--- file lib
#!/bin/bash
echo {1,2}
--- file plain
#!/bin/bash
echo plain
--- file job
#!/bin/bash
. ./lib
eval 'echo {3,4}'
--- script
"$SH" job
. ./plain
. ./lib
--- stdout
1 2
3 4
plain
--- stderr
./lib:2:6: braces are not expanded: this is the word {1,2} itself; write the words
./lib: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows
--- status 2

=== under -n and with --explain it is read so, too
--- file job
#!/bin/bash
a=(1 2)
try 2 times; [[ -e ${a[1]} ]]; end
--- file wrong
#!/bin/bash
a=(1 2
--- script
"$SH" -n job
"$SH" --explain job | grep -c '^job:3'
"$SH" -n wrong 2>/dev/null || echo "status $?"
--- stdout
1
status 2

=== as a job of --cron
--- file job
#!/bin/bash
a=(x y)
echo "${a[1]}"
--- script
"$SH" --cron --report always job 2>/dev/null | grep -x y
--- stdout
y

=== --version under the name bash begins as that of bash
--- script
ln -s "$SH" bash
./bash --version | cut -c -35
[ "$("$SH" --version | cut -c -5)" = "ftsh " ]
--- stdout
GNU bash, version 5.2.15(1)-release

=== a first line that runs ftsh with -o bash
--- script
for line in '#!/usr/bin/ftsh -o bash' '#!/usr/bin/env -S ftsh -o bash' '#!/usr/bin/ftsh -uobash' \
    '#!/usr/bin/env -S LANG=C ftsh --log-level "0" -uo bash # text' '#!/opt/ftsh -o bash '; do
    printf '%s\n' "$line" 'a=(b {1,2}); echo "${a[@]} $- $*"' >job
    "$SH" job c
    "$SH" -n job
done
"$SH" <job
"$SH" -c "$(cat job)"
"$SH" --cron --report always job 2>/dev/null
--- stdout
b 1 2 hB c
b 1 2 hB c
b 1 2 huB c
b 1 2 huB c
b 1 2 hB c
b 1 2 hBs 
b 1 2 hBc 
b 1 2 hB 

=== the other options of such a line hold, too, and those of the command line after them
--- file job
#!/usr/bin/ftsh -eu
echo "$-"
false
echo not reached
--- file brittle
#!/usr/bin/env -S ftsh -o brittle
f() { false; echo "went on"; }
f || echo "failed"
--- script
"$SH" job
echo "status $?"
"$SH" +e job
"$SH" brittle
"$SH" +o brittle brittle
--- stdout
eu
status 1
u
not reached
failed
went on

=== such a line with --cron makes a job of it
--- file job
#!/usr/bin/env -S ftsh --cron --report always -o bash
a=(x y); echo "${a[1]}"
false
echo not reached
--- script
"$SH" job 2>/dev/null
"$SH" --cron --report never job
--- stdout
y
--- status 1

=== what such a line cannot give is an error
--- script
for words in -q '-eu -o bash' '-c x' --explain; do
    printf '%s\n' "#!/usr/bin/ftsh $words" 'echo never' >job
    "$SH" job
done
for words in '-o bash "x' '-o $x' '--help'; do
    printf '%s\n' "#!/usr/bin/env -S ftsh $words" 'echo never' >job
    "$SH" job
done
--- stderr
job: its first line: unknown option -q: try --help
job: its first line: -eu -o bash: expected one word: the system passes the options of a first line (#!) as one; write #!/usr/bin/env -S ftsh -eu -o bash
job: its first line: -c x: expected one word: the system passes the options of a first line (#!) as one; write #!/usr/bin/env -S ftsh -c x
job: its first line: expected options for a script, found "--explain"
job: its first line: expected words in whole quotes, found "x
job: its first line: escapes and variables of env: give the option on the command line, or start the script by its name: $x
job: its first line: expected options for a script, found "--help"
--- status 2

=== under another shell's name it is a comment; +o bash leaves sh, and text for bash is refused
--- file job
#!/usr/bin/env -S ftsh -eo bash
echo "$-" {1,2}
--- script
ln -s "$SH" bash
ln -s "$SH" sh
./bash job
./sh job
"$SH" +o bash job
"$SH" -o posix job 2>/dev/null || echo "status $?"
--- stdout
hB 1 2
 {1,2}
status 2
--- stderr
job:2:11: braces are not expanded: this is the word {1,2} itself; write the words
job: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows
