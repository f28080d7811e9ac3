#!/usr/bin/env bash
# Builds the image without Docker and without pulling one, then runs it: check, migrate, serve.
#
#   sudo bash deploy/check_image.sh          on Debian, with debootstrap and buildah installed
#
# The base image is made from Debian's own packages; needs root, about 2 GB and two minutes.
# KEEP=1 keeps the working folder, so that a second run builds on the same base.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${FOLDER:-/var/tmp/rankfile-image}
storage=(--storage-driver vfs --root "$folder/root" --runroot "$folder/runroot")
base=localhost/rankfile-base:bookworm
image=localhost/rankfile:check
host_network=(--isolation chroot --network host)

for tool in debootstrap buildah; do
    command -v "$tool" >/dev/null || { echo "apt-get install debootstrap buildah" >&2; exit 1; }
done
mkdir -p "$folder"
container=
finish() {
    [ -z "$container" ] || buildah "${storage[@]}" rm "$container" >/dev/null || true
    [ -n "${KEEP:-}" ] || rm -rf "$folder"
}
trap finish EXIT

section() { printf '\n=== %s (%ss) ===\n' "$1" "$SECONDS"; }

if ! buildah "${storage[@]}" images --quiet "$base" >/dev/null 2>&1; then
    section 'Base image from Debian packages'
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates \
        bookworm "$folder/debian" >"$folder/debootstrap.log"
    scratch=$(buildah "${storage[@]}" from scratch)
    buildah "${storage[@]}" copy --quiet "$scratch" "$folder/debian" / >/dev/null
    buildah "${storage[@]}" commit --quiet "$scratch" "$base" >/dev/null
    buildah "${storage[@]}" rm "$scratch" >/dev/null
    rm -rf "$folder/debian"
fi

section 'Build'
arguments=(--build-arg "BASE_IMAGE=$base")
# pip inside has to reach what pip outside reaches: this machine's certificates and pip settings.
for path in /etc/ssl/certs /etc/pip.conf; do
    [ ! -e "$path" ] || arguments+=(--volume "$path:$path:ro")
done
buildah "${storage[@]}" bud "${host_network[@]}" --pull-never --layers=false --quiet \
    "${arguments[@]}" --tag "$image" .

container=$(buildah "${storage[@]}" from --pull-never "$image")
in_container() { buildah "${storage[@]}" run --isolation chroot "$container" -- "$@"; }

section 'Who runs it'
[ "$(in_container id -u)" = 10001 ]
in_container sh -c '! touch /app/written 2>/dev/null'
echo 'uid 10001, which cannot write the program'

section 'Check, migrate, Celery'
in_container python manage.py check
in_container python manage.py migrate --noinput --verbosity 0
in_container celery -A rankfile report | grep software

section 'Serve'
# shellcheck disable=SC2016 # the inner shell is the one that expands
in_container sh -c '
    gunicorn --config deploy/gunicorn.conf.py rankfile.wsgi:application &
    server=$!
    tries=0
    until python deploy/probe.py /readyz 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || exit 1
        sleep 0.5
    done
    python deploy/probe.py /accounts/login/ && python deploy/probe.py /static/rankfile.css
    kill -TERM "$server"
    wait "$server"
'
section 'The image builds, runs and stops'
