#!/bin/sh
# Runs the documentation site: `serve` serves it and reloads edited pages; `build` writes it to site/dist.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/setup.sh
setup_npm
setup_site
exec node site/src/main.ts "$@"
