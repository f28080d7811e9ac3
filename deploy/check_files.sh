#!/usr/bin/env bash
# Checks docker-compose.yml and Dockerfile without an engine: schema, configuration, lint.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHON=$(command -v "${PYTHON:-python3}")
tools=$(dirname "$PYTHON")

# The wheel's own docker-compose command exits 0 on every error; the program inside does not.
compose=$("$PYTHON" -c 'import importlib.util as u; print(u.find_spec("compose").submodule_search_locations[0])')/docker-compose

"$tools/check-jsonschema" --builtin-schema vendor.compose-spec docker-compose.yml

# Only configuration is checked, so any names will do; the files need not exist.
settings=(BASE_URL=https://ratings.example.org ALLOWED_HOSTS=ratings.example.org)
env "${settings[@]}" "$compose" --file docker-compose.yml config --quiet
echo "docker-compose.yml: ok ($("$compose" version --short))"

# What must be refused is refused, or the check above would prove nothing.
if "$compose" --file docker-compose.yml config --quiet 2>/dev/null; then
    echo 'docker-compose.yml accepts a start without BASE_URL' >&2
    exit 1
fi

"$tools/hadolint" Dockerfile
echo 'Dockerfile: ok'
