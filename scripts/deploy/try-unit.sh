#!/usr/bin/env bash
# Installs dist/storewire and storewire.service as the unit's comments describe, and stops with a message at the first failure.
# For a machine that can be deleted afterwards: Debian with systemd as its first process, curl and openssl. Run it as root, from the root of the repository.
#
#   bash scripts/deploy/try-unit.sh
set -Eeuo pipefail
[ ! -e /var/lib/storewire ] || { echo 'try-unit: there is a storewire here already; this wants an empty machine' >&2; exit 1; }
trap 'systemctl stop storewire; journalctl --no-pager --unit storewire --lines 20' ERR

unit=/etc/systemd/system/storewire.service
db=/var/lib/storewire/storewire.db
api=http://127.0.0.1:8787/api/v1

die() { echo "try-unit: $1" >&2; return 1; }
show() { systemctl show --value --property "$1" storewire; }
as() { runuser -u storewire -- storewire "$@" --db $db; }

ready() {
  for _ in $(seq 50); do
    curl --silent --fail --max-time 2 --output /dev/null http://127.0.0.1:8787/readyz && return
    sleep 0.2
  done
  die 'it is not ready within 10 seconds'
}

call() { curl --silent --show-error --fail --max-time 10 -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"; }

install -m 0755 dist/storewire /usr/local/bin/storewire
useradd --system --home-dir /var/lib/storewire --shell /usr/sbin/nologin storewire
install -d -o storewire -g storewire -m 0700 /var/lib/storewire
install -m 0644 scripts/deploy/storewire.service $unit
key=$(as workspaces create shop | grep -o 'sk_[A-Za-z0-9]*')
systemctl daemon-reload
systemctl enable --now storewire
ready
call $api/orders -d '{"data":[{"id":"o_1","updatedAt":"2026-03-01T09:30:00Z","number":"#1","status":"processing","currency":"EUR","total":4400}]}' |
  grep -q '"created"' || die 'it takes no order'
as members invite --owner --url https://support.example.com | grep -q '^https://support.example.com/console#setup=' || die 'it makes no link for the first owner'
[ -z "$(find /var/lib/storewire -perm /077)" ] || die 'others could read its files'

# The unit's restrictions apply to the server, and to a shell under the same unit.
server=$(show MainPID)
for line in 'Cap(Prm|Eff|Bnd|Amb):\s*0+' 'NoNewPrivs:\s*1' 'Seccomp:\s*2'; do
  grep -qE "^$line$" "/proc/$server/status" || die "its /proc/PID/status has no line $line"
done
sed -e 's#^ExecStart=.*#ExecStart=/bin/bash /usr/local/lib/storewire-probe#' -e 's/^Type=.*/Type=oneshot/' -e '/^Restart/d' $unit >/run/systemd/system/storewire-probe.service
install -D -m 0755 scripts/deploy/try-unit-probe.sh /usr/local/lib/storewire-probe
systemctl daemon-reload
systemctl start storewire-probe || { journalctl --no-pager --output cat --unit storewire-probe; die 'its confinement has holes'; }
systemd-analyze security storewire | tail -n 1

kill -KILL "$server"
for _ in $(seq 50); do [ "$(show NRestarts)" = 1 ] && break; sleep 0.1; done
ready
[ "$(show NRestarts)" = 1 ] || die 'it was not started again after SIGKILL'
call $api/orders/o_1 | grep -q '"total":4400' || die 'the order is lost'

systemctl stop storewire
[ "$(show Result) $(show ExecMainStatus)" = 'success 0' ] || die "it ended with $(show Result), $(show ExecMainStatus)"

(umask 077; openssl rand -base64 32 >/etc/storewire.key)
storewire secrets rotate-key --new-key-file /etc/storewire.key --db $db >/dev/null
sed -i -e 's/^#LoadCredential/LoadCredential/' -e 's/^#Environment=STOREWIRE_ENC/Environment=STOREWIRE_ENC/' $unit
systemctl daemon-reload
systemctl start storewire
ready
STOREWIRE_ENCRYPTION_KEY_FILE=/etc/storewire.key storewire refunds secret create --db $db >/dev/null
STOREWIRE_ENCRYPTION_KEY_FILE=/etc/storewire.key storewire doctor --db $db | grep '^problem ' && die 'storewire doctor finds a problem'
[ -z "$(find /var/lib/storewire ! -user storewire)" ] || die 'root took files of it'
call $api/orders/o_1 | grep -q '"total":4400' || die 'the order is lost'
systemctl stop storewire

[[ $(journalctl --unit storewire) != *"$key"* ]] || die 'the journal has the key'
echo "try-unit: $(systemctl --version | head -n 1 | cut -d ' ' -f 1,2) runs it as the unit says"
