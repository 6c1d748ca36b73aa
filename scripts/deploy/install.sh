#!/bin/sh
# Installs storewire on Linux, for the user or as a service, after verifying the checksum of the download.
#
#   curl -fsSL URL/install.sh | sh                        # for this user, in ~/.local/bin
#   curl -fsSL URL/install.sh | sudo sh -s -- --service   # as a service of systemd, in /usr/local/bin
#   ... | sh -s -- --uninstall                            # removes what this script has installed; data stays
#
# STOREWIRE_RELEASES is the address with the releases, STOREWIRE_VERSION another version than the newest.
set -eu

RELEASES=${STOREWIRE_RELEASES:-@RELEASES@}
UNIT=/etc/systemd/system/storewire.service
DATA=/var/lib/storewire

fail() { echo "install.sh: $1" >&2; exit 1; }
get() { curl -fsSL --proto '=https,http' --retry 2 --connect-timeout 10 "$1" -o "$2" || fail "$1 cannot be downloaded. Check the network, then run this again."; }
# Node.js needs libatomic, which small images of Debian do not have.
runs() { "$1" --version >/dev/null 2>&1; }
root() { [ "$(id -u)" = 0 ] || fail "$1 needs root: run it with sudo."; }

uninstall() {
  if [ -e "$UNIT" ]; then
    root 'removing the service'
    systemctl disable --now storewire 2>/dev/null || true
    rm -f "$UNIT" /usr/local/bin/storewire /usr/local/bin/storewire.old; if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
    echo "storewire is removed. Its data is still in $DATA."
  elif [ -e "$HOME/.local/bin/storewire" ]; then
    rm -f "$HOME/.local/bin/storewire" "$HOME/.local/bin/storewire.old"
    echo 'storewire is removed from ~/.local/bin. Databases stay where they are.'
  else
    fail 'there is no storewire that this script has installed.'
  fi
}

install_service() {
  id storewire >/dev/null 2>&1 || useradd --system --user-group --no-create-home --home-dir "$DATA" --shell /usr/sbin/nologin storewire
  install -d -o storewire -g storewire -m 0700 "$DATA"
  install -m 0644 "$1/storewire.service" "$UNIT"
  if [ -d /run/systemd/system ]; then systemctl daemon-reload; systemctl try-restart storewire; fi
  echo "storewire $version is installed. Next, as root:
  runuser -u storewire -- storewire workspaces create shop --db $DATA/storewire.db
  systemctl enable --now storewire
  runuser -u storewire -- storewire members invite --owner --db $DATA/storewire.db"
}

main() {
  case ${1:-} in
    '' | --service) service=${1:-} ;;
    --uninstall) uninstall; return ;;
    *) fail "unknown option $1. Options: --service, --uninstall." ;;
  esac
  system="$(uname -s)-$(uname -m)"
  [ "$system" = Linux-x86_64 ] || fail "there is no executable for $system. Install Node.js 22.19 or newer, then: npm install storewire"
  for tool in curl tar gzip sha256sum; do command -v "$tool" >/dev/null || fail "$tool is missing. Install it, then run this again."; done
  case $RELEASES in http*) ;; *) fail 'no address with releases is set: set STOREWIRE_RELEASES.' ;; esac
  [ -z "$service" ] || root --service
  folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
  get "$RELEASES/latest" "$folder/latest"
  version=${STOREWIRE_VERSION:-$(cat "$folder/latest")}
  case $version in *[!0-9a-zA-Z.-]*|'') fail "$RELEASES/latest holds no version." ;; esac
  name=storewire-$version-linux-x64
  get "$RELEASES/v$version/SHA256SUMS" "$folder/SHA256SUMS"
  get "$RELEASES/v$version/$name.tar.gz" "$folder/$name.tar.gz"
  grep "  $name.tar.gz\$" "$folder/SHA256SUMS" >"$folder/sum" || fail "SHA256SUMS of $version does not list $name.tar.gz."
  (cd "$folder" && sha256sum -c sum >/dev/null 2>&1) || fail 'the download is damaged or was altered: its checksum is wrong. Nothing was installed.'
  tar -xzf "$folder/$name.tar.gz" -C "$folder" || fail 'there is too little space for the download. Nothing was installed.'
  program=$folder/$name/storewire
  if ! runs "$program" && [ -n "$service" ] && command -v apt-get >/dev/null; then { apt-get update && apt-get install -y libatomic1; } >/dev/null 2>&1 || true; fi
  runs "$program" || fail 'storewire does not run here: it needs glibc 2.34 and libatomic (Debian: apt install libatomic1), and a /tmp that may run programs. Nothing was installed.'
  bin=${service:+/usr/local/bin}
  bin=${bin:-$HOME/.local/bin}
  mkdir -p "$bin"
  # A running file cannot be overwritten, but a new one can take its name.
  { cp "$program" "$bin/.storewire-new" && chmod 755 "$bin/.storewire-new" && mv "$bin/.storewire-new" "$bin/storewire"; } || { rm -f "$bin/.storewire-new"; fail "$bin has no space for storewire. Nothing was changed."; }
  if [ -n "$service" ]; then install_service "$folder/$name"; return; fi
  echo "storewire $version is installed: $bin/storewire. Start it with: storewire serve"
  command -v storewire >/dev/null || echo "Add $bin to your PATH."
}

main "$@"
