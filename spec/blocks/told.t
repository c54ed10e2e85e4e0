# A catch list that has told of the failure on standard error, and fails: its record is not printed once more
# (docs/language.md, section 8). err gets standard error; "record" stands for a record in it.

--- program run
#!/bin/sh
# run SCRIPT: runs it, and prints its status and standard error.
"$SH" -c "$1" 2>err
echo "status $?"
sed 's/^20[0-9][0-9]-.*/record/; /^    1/d' err

=== a builtin that prints to standard error tells
--- script
./run 'try; false; catch; echo "it failed" >&2; exit 3; end'
--- stdout
status 3
it failed

=== so does one in a function or a subshell
--- script
./run 'die() { echo "$*" >&2; exit 3; }; try; false; catch; die it failed; end'
./run 'try; false; catch; (printf "%s\n" it failed >&2); exit 3; end'
--- stdout
status 3
it failed
status 3
it
failed

=== a program tells if its output is redirected there
--- script
./run 'try; false; catch; expr 6 \* 7 >&2; exit 3; end'
./run 'try; false; catch; { expr 6 \* 7; } >&2; exit 3; end'
./run 'try; false; catch; expr 6 \* 7 | cat >&2; exit 3; end'
--- stdout
status 3
42
status 3
42
status 3
42

=== what is said elsewhere, or by nobody, tells nothing
--- script
./run 'try; false; catch; exit 3; end'
./run 'try; false; catch; echo no >/dev/null; exit 3; end'
./run 'try; false; catch; echo no >&2 2>/dev/null; exit 3; end' | grep -c record
./run 'try; false; catch; echo no 2>/dev/null >&2; exit 3; end'
--- stdout
status 3
record
status 3
record
0
status 3
record

=== a diagnostic of the shell tells of another failure
--- script
./run 'try; false; catch; nosuch || exit 3; end' | sed 's/.*ftsh:/ftsh:/'
./run 'try; false; catch; cd /nonexistent || exit 3; end' | grep record
--- stdout
status 3
ftsh:1:20: nosuch: not found
record
record

=== a program that fails, or shares standard error anyway, has not told
--- script
./run 'try; false; catch; sh -c "exit 4" >&2 || exit 3; end'
./run 'exec 2>&1; try; false; catch; expr 6 \* 7 >/dev/null; sh -c :; exit 3; end' | sed 's/^20[0-9][0-9]-.*/record/; /^    1/d'
--- stdout
status 3
record
record
status 3

=== an inner catch list tells for that block only
--- script
./run 'try; false; catch; try; false; catch; :; end; exit 3; end'
./run 'try; try; false; catch; echo inner >&2; failure; end; end'
--- stdout
status 3
record
status 1
inner
record

=== the record is there from level attempts on
--- script
./run 'FTSH_LOG_LEVEL=attempts; try; false; catch; echo "it failed" >&2; exit 3; end'
--- stdout
status 3
record
it failed
record
