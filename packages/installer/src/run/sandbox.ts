import type { Command } from '../plan/operation.ts';

/** Number of ids that a user namespace needs: with fewer, wrong owners are written without an error. */
export const REQUIRED_IDS = 65_536;

/** The environment of a command: the file systems mounted in the tree, and where the command runs. */
export interface SandboxOptions {
  readonly where: Command['where'];
  /** Absent for commands that need no tree. */
  readonly tree?: string;
  /** Folders that are hidden by empty file systems. */
  readonly covers?: readonly string[];
  /** Make name resolution work in the tree as on this machine. */
  readonly resolves?: boolean;
}

/**
 * Mounts are in a mount namespace and processes in a PID namespace that both end with the command: a process that it
 * leaves running (gpg-agent, a daemon of a custom command) is killed, and no mount remains, even if this process is
 * killed. The tree has only harmless devices of this machine, and no firmware variables.
 *
 * The shell stays the first process of its namespace, because signals do not reach that one. `$1`: where; `$2`: the
 * tree; `$3`: whether names resolve; `$4`: the number of folders to cover; the folders; then the command.
 */
const ENTER = String.raw`
set -eu
umask 022
where=$1 tree=$2 resolves=$3 covers=$4
shift 4
mount -t proc -o nosuid,nodev,noexec proc /proc 2>/dev/null || :
while [ "$covers" -gt 0 ]; do
  mount -t tmpfs -o mode=0755 tmpfs "$1"
  shift
  covers=$((covers - 1))
done
if [ "$where" = host ]; then "$@"; exit; fi
mount -t proc -o nosuid,nodev,noexec proc "$tree/proc"
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$tree/sys" 2>/dev/null || mount --rbind /sys "$tree/sys"
mount -t tmpfs -o mode=0755,nosuid dev "$tree/dev"
for name in null zero full random urandom tty; do
  : > "$tree/dev/$name"
  mount --bind "/dev/$name" "$tree/dev/$name"
done
mkdir "$tree/dev/pts" "$tree/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$tree/dev/pts"
ln -s pts/ptmx "$tree/dev/ptmx"
ln -s /proc/self/fd "$tree/dev/fd"
ln -s fd/0 "$tree/dev/stdin"
ln -s fd/1 "$tree/dev/stdout"
ln -s fd/2 "$tree/dev/stderr"
mount -t tmpfs -o mode=1777,nosuid,nodev shm "$tree/dev/shm"
mount -t tmpfs -o mode=0755,nosuid,nodev run "$tree/run"
if [ "$where" = mounted ]; then "$@"; exit; fi
made=
if [ "$resolves" ] && [ -e /etc/resolv.conf ]; then
  inside=$tree/etc/resolv.conf
  link=$(readlink "$inside" || :)
  case $link in
    /run/*) inside=$tree$link ;;
    ../run/*) inside=$tree/\${link#../} ;;
  esac
  if [ ! -e "$inside" ] && [ ! -L "$inside" ]; then
    mkdir -p "\${inside%/*}"
    : > "$inside"
    made=$inside
  fi
  if [ ! -L "$inside" ]; then mount --bind /etc/resolv.conf "$inside"; fi
fi
status=0
chroot "$tree" "$@" || status=$?
if [ "$made" ]; then umount "$made" && rm -f "$made"; fi
exit "$status"
`.replaceAll(String.raw`\$`, '$');

/** Returns the argument vector that runs `argv` in its sandbox and exits with its status. */
export type Sandbox = (around: SandboxOptions, argv: readonly string[]) => readonly string[];

/**
 * Creates a sandbox.
 *
 * @param user run as root of a user namespace
 * @param mounts file of the mount namespace in which everything runs
 */
export function createSandbox(user: boolean, mounts?: string): Sandbox {
  return ({ where, tree = '', covers = [], resolves = false }, argv) => [
    // If this process dies, the whole namespace is killed.
    'setpriv',
    '--pdeathsig',
    'KILL',
    '--',
    ...(mounts === undefined ? [] : ['nsenter', `--mount=${mounts}`, '--']),
    // Mounts have to outlive the command.
    ...(where === 'machine'
      ? []
      : [
          'unshare',
          ...(user ? ['--user', '--map-root-user', '--map-auto'] : []),
          '--mount',
          '--pid',
          '--fork',
          '--kill-child',
          '--',
          'sh',
          '-c',
          ENTER,
          'writ',
          where,
          tree,
          resolves ? 'yes' : '',
          String(covers.length),
          ...covers,
        ]),
    ...argv,
  ];
}
