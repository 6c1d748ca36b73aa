# try-unit.sh runs this instead of the server. It prints everything that the unit should forbid but allows, and fails if there is anything.
# Each line prints something if it is run as the same user without the unit.
holes=0
hole() { echo "hole: $1"; holes=1; }
can() { "$@" >/dev/null 2>&1; }

writable=$(find / -path /proc -prune -o \( -type d -writable -print \) 2>/dev/null | grep -vE '^(/tmp|/var/tmp|/var/lib/storewire)(/|$)')
[ -z "$writable" ] || hole "it can write to $writable"
can ls /root || can ls /home/* && hole 'it sees homes'
can test -e /dev/kmsg && hole 'it sees devices'
can kill -0 1 || can test -e /proc/1/status && hole "it sees other users' processes"
can unshare --user true && hole 'it can make namespaces'
can nice -n 5 true && [ "$(nice -n 5 nice 2>/dev/null)" = 5 ] && hole 'it can change priorities'
can chrt --idle 0 true && hole 'it can change how it is scheduled'
can setarch linux32 true && hole 'it can change its personality'
(umask 0; touch /tmp/probe; can chmod u+s /tmp/probe) && hole 'it can make files setuid'
[ "$(wc -l </proc/self/uid_map)" -gt 1 ] || hole 'its users are those of the machine'
exit $holes
