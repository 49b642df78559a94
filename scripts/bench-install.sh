#!/bin/sh
# Installs the Debian packages that the benchmark of installations needs, and runs it.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/setup.sh
setup_debian installer mirror bench-install || exit 2
exec node bench/install/src/main.ts "$@"
