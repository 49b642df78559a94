# Sourced by ./run and ./test: installs their dependencies and prints each step.
# It can be run repeatedly; if everything is installed, it takes a fraction of a second.

say() { printf '%s\n' "$*" >&2; }

# Installs the npm packages in the lock file and puts Node 24 first in PATH. Repairs an interrupted setup.
setup_npm() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    say 'Node.js 20 or newer and npm are required; on Debian: apt-get install nodejs npm'
    exit 2
  fi
  lock_setup
  stamp=$(cat package-lock.json package.json packages/*/package.json tools/*/package.json | cksum)
  if [ "$(cat node_modules/.setup.stamp 2>/dev/null)" != "$stamp" ]; then
    say 'Installing npm packages …'
    remove_modules || { say 'node_modules cannot be removed; see above'; exit 2; }
    npm_ci . || { say 'npm could not install the packages; see above'; exit 2; }
    printf '%s' "$stamp" >node_modules/.setup.stamp
  fi
  PATH=$PWD/node_modules/.bin:$PATH
  export PATH
  if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)'; then
    say "Writ needs Node.js 22.18 or newer; this is $(node --version)"
    exit 2
  fi
  node packages/web/scripts/build.ts || { say 'The page of the service could not be bundled; see above'; exit 2; }
  exec 9>&-
}

# Installs the documentation site's npm packages, 150 MB that only its build needs. Run setup_npm first.
setup_site() { setup_folder site 'the documentation site'; }

# Installs the npm packages that generate @writ/client. Run setup_npm first.
setup_client() { setup_folder scripts/client 'the generator of @writ/client'; }

setup_folder() {
  lock_setup
  stamp=$(cat "$1/package-lock.json" "$1/package.json" | cksum)
  if [ "$(cat "$1/node_modules/.setup.stamp" 2>/dev/null)" != "$stamp" ]; then
    say "Installing npm packages for $2 …"
    rm -rf "$1/node_modules" || { say "$1/node_modules cannot be removed; see above"; exit 2; }
    npm_ci "$1" || { say "npm could not install the packages of $1/; see above"; exit 2; }
    printf '%s' "$stamp" >"$1/node_modules/.setup.stamp"
  fi
  exec 9>&-
}

# Installs exactly the lock file. Engine warnings about the system's Node do not apply to the workspace's Node.
npm_ci() {
  (cd "$1" && npm ci --no-audit --no-fund --loglevel=error --fetch-timeout=60000 --fetch-retries=3 --fetch-retry-maxtimeout=10000 >&2)
}

# Ensures that only one setup runs at a time. The kernel releases the lock when the last process that holds it exits. npm
# inherits the lock, so an npm whose ./run was killed ends before the next npm begins. The lock file is outside
# node_modules, because npm deletes that folder.
lock_setup() {
  mkdir -p .cache
  exec 9>.cache/setup.lock
  if ! command -v flock >/dev/null || flock -n 9; then return 0; fi
  say 'Waiting for another setup of this folder …'
  flock -w 900 9 || { say 'The other setup took longer than 15 minutes: end it (fuser .cache/setup.lock lists its processes).'; exit 2; }
}

# Files of an interrupted npm can make the next npm fail (ENOTEMPTY). The stamp is removed first, because it marks a
# complete setup.
remove_modules() {
  rm -f node_modules/.setup.stamp
  for folder in node_modules packages/*/node_modules tools/*/node_modules bench/*/node_modules examples/*/node_modules; do
    # The folder itself remains, because it may be a mount point.
    [ ! -d "$folder" ] || find "$folder/" -mindepth 1 -delete || return 1
  done
}

# Prints the missing packages from the lists in scripts/debian.
missing_debian() {
  for list in "$@"; do
    sed -e 's/#.*//' "scripts/debian/$list.txt"
  done | tr -s ' \n' '\n' | sed '/^$/d' | sort -u | while read -r name; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s ' "$name"
  done
}

# Installs missing packages as root. Without root, prints them and returns 1.
setup_debian() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say 'This is not a Debian machine: skipping everything that needs Debian packages.'
    return 1
  fi
  missing=$(missing_debian "$@")
  [ -z "$missing" ] && return 0
  if [ "$(id -u)" != 0 ]; then
    say "Not installed (only root can install them): ${missing}"
    say "    sudo apt-get install --no-install-recommends ${missing}"
    return 1
  fi
  say "Installing Debian packages: ${missing}…"
  log=$(mktemp)
  # shellcheck disable=SC2086 — word splitting of the names is intended
  if {
    # Repair an interrupted dpkg first. apt-get waits for a running dpkg.
    DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a
    apt-get -o DPkg::Lock::Timeout=300 update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $missing
  } >"$log" 2>&1 </dev/null; then
    rm -f "$log"
    return 0
  fi
  tail -n 20 "$log" >&2
  say "apt-get failed; the complete log is in $log"
  return 1
}
