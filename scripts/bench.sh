#!/bin/sh
# Runs all benchmarks. As root on Debian, it installs the Debian packages that the benchmarks of installations need.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/setup.sh
if [ "$(id -u)" = 0 ]; then setup_debian installer mirror bench-install || say 'The installations are not measured.'; fi
exec node bench/all/src/main.ts "$@"
