#!/usr/bin/env bash
# Makes the secrets that docker-compose.yml mounts, in secrets/; what exists is kept.
set -euo pipefail
cd "$(dirname "$0")/.."

# The containers' own user reads the files themselves; the folder keeps this machine's others out.
mkdir -p secrets
chmod 700 secrets

random_hex() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
write_once() {
    if [ ! -s "secrets/$1" ]; then
        printf '%s' "$2" > "secrets/$1"
        chmod 444 "secrets/$1"
        echo "secrets/$1 made"
    fi
}

write_once database_password "$(random_hex)"
write_once database_url "postgresql://rankfile:$(cat secrets/database_password)@database/rankfile"
write_once secret_key "$(random_hex)"
write_once metrics_token "$(random_hex)"
