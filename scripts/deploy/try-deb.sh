#!/usr/bin/env bash
# Installs the Debian package FILE, serves with it, installs it again over that database, removes and purges it. It stops at the first
# failure. For a machine that can be deleted afterwards: Debian, as root. Without systemd the server is started by hand.
#
#   bash scripts/deploy/try-deb.sh dist/release/storewire_0.1.0_amd64.deb [OLDER.deb]
set -Eeuo pipefail
file=$1
older=${2:-$1}
[ ! -e /var/lib/storewire ] || { echo 'try-deb: there is a storewire here already; this wants an empty machine' >&2; exit 1; }
db=/var/lib/storewire/storewire.db
api=http://127.0.0.1:8787/api/v1
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true' EXIT

die() { echo "try-deb: $1" >&2; exit 1; }
as() { runuser -u storewire -- storewire "$@" --db $db; }
call() { curl --silent --show-error --fail --max-time 10 -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"; }

start() {
  if [ -d /run/systemd/system ]; then systemctl start storewire; else runuser -u storewire -- storewire serve --db $db >/dev/null 2>&1 & server=$!; fi
  ready
}

ready() {
  for _ in $(seq 150); do curl --silent --fail --max-time 2 --output /dev/null http://127.0.0.1:8787/readyz && return; sleep 0.2; done
  die 'it is not ready within 30 seconds'
}

stop() {
  if [ -d /run/systemd/system ]; then systemctl stop storewire; else pkill --parent "$server" || true; wait "$server" || true; server=; fi
}

dpkg -i "$older" || apt-get install -y -qq -f
[ "$(stat -c '%U %a' /var/lib/storewire)" = 'storewire 700' ] || die 'others can read the folder of the data'
key=$(as workspaces create shop | grep -o 'sk_[A-Za-z0-9]*')
start
call $api/orders -d '{"data":[{"id":"o_1","updatedAt":"2026-03-01T09:30:00Z","number":"#1","status":"processing","currency":"EUR","total":4400}]}' |
  grep -q '"created"' || die 'it takes no order'
as members invite --owner --url https://support.example.com | grep -q '^https://support.example.com/console#setup=' || die 'it makes no link for the first owner'
echo 'STOREWIRE_TITLE=mine' >>/etc/storewire.env

# Over a served database: the settings stay, and so does the data.
dpkg -i "$file" </dev/null
grep -q '^STOREWIRE_TITLE=mine$' /etc/storewire.env || die 'the update has overwritten the settings'
if [ -d /run/systemd/system ]; then ready; else stop; start; fi
call $api/orders/o_1 | grep -q '"total":4400' || die 'the order is lost by the update'
stop

dpkg --remove storewire
[ ! -e /usr/bin/storewire ] || die 'the removal leaves the executable'
[ -e $db ] || die 'the removal takes the data'
[ -e /etc/storewire.env ] || die 'the removal takes the settings'
dpkg --purge storewire
[ ! -e /etc/storewire.env ] || die 'the purge leaves the settings'
[ -e $db ] || die 'the purge takes the data'
echo "try-deb: $(basename "$file") installs, updates, removes and purges, and the data stays"
