# XBD 8.2 and XCU 2.5.3: LC_ALL, LC_CTYPE and LANG say what a character is. ftsh knows bytes (C,
# POSIX) and UTF-8 (all else). In dash characters are bytes, whatever they say.
peers: dash bash

=== the POSIX locale: characters are bytes
env: LC_ALL=C
--- script
x=äöü
echo ${#x}
case ä in ??) echo two;; ?) echo one;; esac
case ä in [[:alpha:]]* | [[:print:]]* | *[[:space:]]) echo class;; [!a]?) echo none;; esac
[ "${x#??}" = öü ] && echo prefix
[ "${x%??}" = äö ] && echo suffix
>ä; echo ? ??
printf '%d\n' "'ä"
IFS=ö; y=aäb; set -- $y; echo $#
printf 'aäb\n' | { read a b; [ "$a" = a ] && echo read; }
set -- 1 2; [ "$*" = "1$(printf '\303')2" ] && echo joined
--- stdout
6
two
none
prefix
suffix
? ä
195
2
read
joined

=== the same without a locale's name: UTF-8
env: LC_ALL=
env: LANG=
except dash: bytes
except bash: its default locale is the POSIX one
--- script
unset LC_ALL LC_CTYPE LANG
x=äöü
echo ${#x}
case ä in ??) echo two;; ?) echo one;; esac
case ä in [[:alpha:]]) echo class;; esac
>ä; echo ? ??
printf '%d\n' "'ä"
IFS=ö; y=aäb; set -- $y; echo $#
--- stdout
3
one
class
ä ??
228
1

=== the first of the three that is not empty counts
env: LC_ALL=
env: LANG=C
except dash: bytes
--- script
x=ä
echo ${#x}
LC_CTYPE=C.UTF-8; echo ${#x}
LC_ALL=POSIX; echo ${#x}
LC_ALL=; echo ${#x}
LC_CTYPE=; echo ${#x}
LC_MESSAGES=C LANG=C.UTF-8; echo ${#x}
unset LANG; LC_ALL=C.UTF-8; LC_CTYPE=C; echo ${#x}
--- stdout
2
1
2
1
2
1
1

=== an assignment takes effect at once, and ends where it ends
except dash: bytes
--- script
x=ä
f() { echo ${#x}; }
LC_ALL=C f; f
LC_ALL=C command eval 'case ä in ??) echo bytes; esac'
(LC_ALL=C; echo ${#x}); echo ${#x}
g() { local LC_ALL=C; f; }; g; f
LC_ALL=C printf '%d ' "'ä"; printf '%d\n' "'ä"
for LC_ALL in C C.UTF-8; do case ä in ?) echo ?;; ??) echo ??;; esac; for n in *; do :; done; done
--- stdout
2
1
bytes
2
1
2
1
195 228
??
?

=== widths and precisions of printf are bytes in any locale
--- script
printf '[%5s] [%.2s] [%5.2s]\n' ä äb äb
LC_ALL=C; printf '[%5s] [%.2s] [%5.2s]\n' ä äb äb
--- stdout
[   ä] [ä] [   ä]
[   ä] [ä] [   ä]
