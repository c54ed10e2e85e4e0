# ${x@P}: a text expanded as bash's prompts are
peers: bash

=== escape sequences
--- script
p() { echo "${1@P}"; }
p '[\u]' | grep -c "^\[$(id -un)\]$"; h=$(uname -n); [[ $(p '\h') == "${h%%.*}" && $(p '\H') == "$h" ]] && echo host
p '\a\e\n\r\\\[\]\101' | od -An -c; p '\z\q'; p 'a\'; p '\0\07\1234' ; p '\v \V'
p '\t|\T|\@|\A|\D{%H-%M}|\D{}|\D' | sed 's/[0-9]/9/g; s/AM/PM/'; p '\d' | sed 's/[0-9]/9/g; s/[A-Z][a-z][a-z]/Xxx/g'
[[ $(p '\D{%Y-%m-%d}') == $(date +%Y-%m-%d) ]] && echo date; p '\j'; sleep 1 & p '\j'; kill $!
[[ $(id -u) == 0 ]] && d='#' || d=$; [[ $(p '\$') == "$d" ]] && echo dollar
y=v; p '$y ${z-unset} `echo cmd` $(echo sub) \\$y "q"'
--- stdout
1
host
  \a 033  \n  \r   \   A  \n
\z\q
a\
\0\07S4
5.2 5.2.15
99:99:99|99:99:99|99:99 PM|99:99|99-99|99:99:99|\D
Xxx Xxx 99
date
0
1
dollar
v unset cmd sub $y "q"

=== the working directory, shortened, is not expanded again
--- script
x='\w \W'; HOME=/usr; cd /; echo "${x@P}"; cd /usr; echo "${x@P}"; cd /usr/share; echo "${x@P}"
PROMPT_DIRTRIM=1; echo "${x@P}"; HOME=/none; echo "${x@P}"; PROMPT_DIRTRIM=2; echo "${x@P}"; PROMPT_DIRTRIM=0; echo "${x@P}"
PROMPT_DIRTRIM=x; cd /; mkdir -p "$TMPDIR"'/$(touch bad)`x`\'; HOME=$TMPDIR; cd "$TMPDIR"/*; echo "${x@P}"; ls; cd /
HOME=/us; cd /usr; echo "${x@P}"
--- stdout
/ /
~ ~
~/share share
~/share share
.../share share
/usr/share share
/usr/share share
~/$(touch bad)`x`\ $(touch bad)`x`\
/usr usr
