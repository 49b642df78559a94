#!/bin/sh
# The documentation site: `serve` shows it while its pages are edited, `build` writes it to site/dist.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/setup.sh
setup_npm
setup_site
exec node site/src/main.ts "$@"
