import type { Command } from '../plan/operation.ts';

/** Number of IDs that a user namespace needs. With fewer IDs, files get wrong owners without an error. */
export const REQUIRED_IDS = 65_536;

/** Options for a sandboxed command: where it runs, and the mounts in the tree. */
export interface SandboxOptions {
  readonly where: Command['where'];
  /** Absent for commands that need no tree. */
  readonly tree?: string;
  /** Folders that are hidden by empty file systems. */
  readonly covers?: readonly string[];
  /** The tree is on a file system such as /dev/shm, whose mount may ignore set-user-ID bits and devices. */
  readonly inMemory?: boolean;
  /** Resolve names in the tree as on this machine. */
  readonly resolves?: boolean;
}

/**
 * Shell script that runs a command in a mount namespace and a PID namespace. Both end with the command:
 * processes that it leaves running (gpg-agent, a daemon of a custom command) are killed, and no mount remains,
 * even if this process is killed. In the tree, /dev contains only harmless devices, and no firmware variables are
 * writable.
 *
 * The shell remains the first process of the namespace. If the command were the first process, the kernel would
 * ignore signals for which the command has no handler. Arguments: where the command runs, the tree, a non-empty
 * string to resolve names, a non-empty string for a tree in memory, the number of folders to cover, these
 * folders, and the command.
 */
const ENTER = String.raw`
set -eu
umask 022
where=$1 tree=$2 resolves=$3 memory=$4 covers=$5
shift 5
mount -t proc -o nosuid,nodev,noexec proc /proc 2>/dev/null || :
while [ "$covers" -gt 0 ]; do
  mount -t tmpfs -o mode=0755 tmpfs "$1"
  shift
  covers=$((covers - 1))
done
if [ "$where" = host ]; then "$@"; exit; fi
if [ "$memory" ]; then
  mount --bind "$tree" "$tree"
  mount -o remount,bind,suid,dev,exec "$tree"
fi
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

/** Returns the argument vector of a process that runs `argv` in a sandbox and exits with its status. */
export type Sandbox = (around: SandboxOptions, argv: readonly string[]) => readonly string[];

/**
 * Creates a sandbox.
 *
 * @param user run as root of a user namespace
 * @param mounts file of the mount namespace for all commands
 */
export function createSandbox(user: boolean, mounts?: string): Sandbox {
  return ({ where, tree = '', covers = [], resolves = false, inMemory = false }, argv) => [
    // If this process dies, the whole namespace is killed.
    'setpriv',
    '--pdeathsig',
    'KILL',
    '--',
    ...(mounts === undefined || where === 'system' ? [] : ['nsenter', `--mount=${mounts}`, '--']),
    // No new namespace, because the mounts must outlive the command.
    ...(where === 'machine' || where === 'system'
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
          inMemory ? 'yes' : '',
          String(covers.length),
          ...covers,
        ]),
    ...argv,
  ];
}
