#!/bin/sh
# Installs the Debian packages that the installation medium needs, and builds it.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/setup.sh
setup_debian mirror medium || exit 2
exec node scripts/build-medium.ts "$@"
