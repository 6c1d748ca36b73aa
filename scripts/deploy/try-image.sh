#!/usr/bin/env bash
# Runs a built image as its Dockerfile describes, and stops with a message at the first failure:
#
#   bash scripts/deploy/try-image.sh [IMAGE]
#
# ENGINE: the command to use, docker if it is not set; RUN_OPTIONS: more options for each of its `run`. Podman needs
# two more options: `podman build --format docker` keeps the health check, RUN_OPTIONS=--read-only-tmpfs=false makes /tmp read-only, too.
set -euo pipefail
engine=${ENGINE:-docker}
image=${1:-storewire}
name=storewire-try-$$
run="$engine run -v $name:/var/lib/storewire ${RUN_OPTIONS:-}"
trap '$engine rm -f $name >/dev/null 2>&1 || true; $engine volume rm $name >/dev/null' EXIT

die() { echo "try-image: $1" >&2; exit 1; }
inside() { $engine exec $name "$@"; }
state() { $engine inspect --format "{{.State.$1}}" $name; }

# Docker runs health checks by itself; Podman only with systemd, so the script runs them.
becomes() {
  for _ in $(seq 60); do
    $engine healthcheck run $name >/dev/null 2>&1 || sleep 1
    [ "$(state Health.Status)" = "$1" ] && return
  done
  die "its health is $(state Health.Status), not $1"
}

begin() {
  $run -d --name $name --read-only --cap-drop ALL --security-opt no-new-privileges --stop-timeout 15 -p 127.0.0.1::8787 "$image" >/dev/null
  becomes healthy
  api=http://$($engine port $name 8787)/api/v1
}

call() { curl --silent --show-error --fail --max-time 10 -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"; }

end() {
  $engine stop $name >/dev/null
  [ "$(state ExitCode)" = 0 ] || die "it ended with $(state ExitCode), not 0"
  $engine rm $name >/dev/null
}

key=$($run --rm "$image" workspaces create shop | grep -o 'sk_[A-Za-z0-9]*')
begin
[[ $($engine logs $name 2>&1) != *"$key"* ]] || die 'its log has the key'
[ "$(inside id -u):$(inside id -g)" = 10001:10001 ] || die "it runs as $(inside id)"
for folder in / /etc /usr/local/bin; do
  inside touch "$folder/probe" 2>/dev/null && die "it can write to $folder"
done
[ -z "$(inside find /var/lib/storewire -mindepth 1 -perm /077)" ] || die 'others could read its files'
inside grep -q '^CapEff:\s*0*$' /proc/1/status || die 'it has capabilities'
inside storewire doctor | grep '^problem ' && die 'storewire doctor finds a problem'
call "$api/orders" -d '{"data":[{"id":"o_1","updatedAt":"2026-03-01T09:30:00Z","number":"#1","status":"processing","currency":"EUR","total":4400}]}' |
  grep -q '"created"' || die 'it takes no order'

$engine kill --signal STOP $name >/dev/null
becomes unhealthy
$engine kill --signal CONT $name >/dev/null
becomes healthy

$engine kill --signal KILL $name >/dev/null
$engine rm -f $name >/dev/null
begin
call "$api/orders/o_1" | grep -q '"total":4400' || die 'the order is lost'
[[ $(inside storewire keys list) == *active* ]] || die 'storewire keys list does not find the key'
end
echo "try-image: $image works"
