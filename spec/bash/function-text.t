# how declare -f, type and command -V print functions
peers: bash

=== simple commands and lists
--- script
f() { echo a; echo b   c; a=1 b="x  y" cmd "$@" >f 2>&1 <in; }
g() { a & b; c && d || ! e | f |& g; sleep 1 & }
h() {
  # a comment
  echo one   two

  local -a q=(1   2); r=([x]=1   "y  z")
} >&2
declare -f f g h; type f | head -n 3; command -V f | head -n 1
--- stdout
f () 
{ 
    echo a;
    echo b c;
    a=1 b="x  y" cmd "$@" > f 2>&1 < in
}
g () 
{ 
    a & b;
    c && d || ! e | f 2>&1 | g;
    sleep 1 &
}
h () 
{ 
    echo one two;
    local -a q=(1 2);
    r=([x]=1 "y  z")
} 1>&2
f is a function
f () 
{ 
f is a function
=== compound commands
--- script
f() { if a; then b; elif c; then d; else e; fi; if x; then y; fi >out 2>>err; }
g() { while a; do b; c; done; until x; do y; done; for i in 1 2; do echo $i; done; for j; do echo; done; }
h() { select k in a b; do break; done; for ((i=0;i<3;i++)); do echo $i; done; for ((;;)); do :; done; }
i() { case $1 in a|b) echo x;; (c) ;; *) echo y; echo z;& d) echo;;& esac; }
j() { { a; b; }; ( c; d ); inner() { echo in; }; }
declare -f f g h i j
--- stdout
f () 
{ 
    if a; then
        b;
    else
        if c; then
            d;
        else
            e;
        fi;
    fi;
    if x; then
        y;
    fi > out 2>> err
}
g () 
{ 
    while a; do
        b;
        c;
    done;
    until x; do
        y;
    done;
    for i in 1 2;
    do
        echo $i;
    done;
    for j in "$@";
    do
        echo;
    done
}
h () 
{ 
    select k in a b;
    do
        break;
    done;
    for ((i=0; i<3; i++))
    do
        echo $i;
    done;
    for ((1; 1; 1))
    do
        :;
    done
}
i () 
{ 
    case $1 in 
        a | b)
            echo x
        ;;
        c)

        ;;
        *)
            echo y;
            echo z
        ;&
        d)
            echo
        ;;&
    esac
}
j () 
{ 
    { 
        a;
        b
    };
    ( c;
    d );
    function inner () 
    { 
        echo in
    }
}
=== bodies without braces
--- script
f() ( a; b )
g() while a; do b; done
h() ( a ) >x
declare -f f g h
--- stdout
f () 
{ 
    ( a;
    b )
}
g () 
{ 
    while a; do
        b;
    done
}
h () 
{ 
    ( a ) > x
}
=== conditions and redirections
--- script
f() { [[ -n $x && ( a == b || ! -f $y ) ]]; ((x++)); [[ $z ]]; time ls; ! foo; return $(( 1+2 )); }
g() { echo x >&2; exec 3>&-; cat <<< "$x"; ls &> all; echo >| y; exec {fd}>file; cat 0<f; read <&3; >only; }
declare -f f g
--- stdout
f () 
{ 
    [[ -n $x && ( a == b || ! -f $y ) ]];
    ((x++));
    [[ -n $z ]];
    time ls;
    ! foo;
    return $(( 1+2 ))
}
g () 
{ 
    echo x 1>&2;
    exec 3>&-;
    cat <<< "$x";
    ls &> all;
    echo >| y;
    exec {fd}> file;
    cat < f;
    read 0<&3;
    > only
}
=== words of an alias
--- script
shopt -s expand_aliases
alias ll='ls -l  /tmp' w='while true; do echo'
f() { ll x; }
g() { w a; break; done; }
declare -f f g
--- stdout
f () 
{ 
    ls -l /tmp x
}
g () 
{ 
    while true; do
        echo a;
        break;
    done
}

=== of a script on standard input
run: stdin
--- script
f() { if a; then b "$1"  'c'; fi; x=(1   2) y=$((1 + 2)) z=$(d; e); }
declare -f f
--- stdout
f () 
{ 
    if a; then
        b "$1" 'c';
    fi;
    x=(1 2) y=$((1 + 2)) z=$(d; e)
}

=== {name}>&- has no number
--- script
f() { exec {v}>&- {v}<file {w}>>x {z}<&1; }; declare -f f
--- stdout
f () 
{ 
    exec {v}>&- {v}< file {w}>> x {z}<&1
}
