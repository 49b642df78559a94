import type { Command } from '../plan/operation.ts';
import { isSingleProcess } from './single-process.ts';

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
 * ignore signals for which the command has no handler. Arguments: where the command runs, the tree, a table of mounts
 * in the tree, a non-empty string to resolve names, a non-empty string for a tree in memory, the number of folders to
 * cover, these folders, and the command.
 */
const ENTER = String.raw`
set -eu
umask 022
where=$1 tree=$2 table=$3 resolves=$4 memory=$5 covers=$6
shift 6
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
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$tree/sys" 2>/dev/null || mount --rbind /sys "$tree/sys"
mount -t tmpfs -o mode=0755,nosuid dev "$tree/dev"
mkdir "$tree/dev/pts" "$tree/dev/shm"
# One mount(8) for all other mounts takes half as long as one for each. It reads them from a regular file only; the last
# mount hides this file.
for name in null zero full random urandom tty; do
  : > "$tree/dev/$name"
done
printf '%s\n' "$table" > "$tree/dev/shm/table"
mount --all --fstab "$tree/dev/shm/table"
ln -s pts/ptmx /proc/self/fd "$tree/dev"
ln -s fd/0 "$tree/dev/stdin"
ln -s fd/1 "$tree/dev/stdout"
ln -s fd/2 "$tree/dev/stderr"
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

/**
 * Returns the table of mounts in the tree, in the format of fstab(5). The name `writ` is the source of no other mount:
 * mount(8) would skip a file system that seems to be mounted already. Only white space of ASCII ends a field.
 */
function mountTable(tree: string): string {
  const at = tree.replaceAll(
    /[ \t\n\r\\#]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return [
    `writ ${at}/proc proc nosuid,nodev,noexec`,
    ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
      (name) => `/dev/${name} ${at}/dev/${name} none bind`,
    ),
    `writ ${at}/dev/pts devpts newinstance,ptmxmode=0666,mode=0620`,
    `writ ${at}/run tmpfs mode=0755,nosuid,nodev`,
    `writ ${at}/dev/shm tmpfs mode=1777,nosuid,nodev`,
  ].join('\n');
}

/**
 * Shell script that runs a single process without a namespace, which halves the time to start it. Argument: the command.
 */
const EXECUTE = 'umask 022 && exec "$@"';

/** Returns the argument vector of a process that runs `argv` in a sandbox and exits with its status. */
export type Sandbox = (around: SandboxOptions, argv: readonly string[]) => readonly string[];

/**
 * Creates a sandbox.
 *
 * @param user run as root of a user namespace
 * @param mounts file of the mount namespace for all commands
 */
export function createSandbox(user: boolean, mounts?: string): Sandbox {
  return (around, argv) => [
    // If this process dies, the command or the whole namespace is killed.
    'setpriv',
    '--pdeathsig',
    'KILL',
    '--',
    ...(mounts === undefined || around.where === 'system' ? [] : ['nsenter', `--mount=${mounts}`, '--']),
    ...enterNamespaces(around, argv, user),
    ...argv,
  ];
}

/** Returns the beginning of a command that runs in its own namespaces, if it needs them. */
function enterNamespaces(
  { where, tree = '', covers = [], resolves = false, inMemory = false }: SandboxOptions,
  argv: readonly string[],
  user: boolean,
): string[] {
  // No new namespace, because the mounts must outlive the command.
  if (where === 'machine' || where === 'system') return [];
  // A user other than root needs the namespace for the owners of files.
  if (where === 'host' && !user && covers.length === 0 && isSingleProcess(argv))
    return ['sh', '-c', EXECUTE, 'writ'];
  return [
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
    mountTable(tree),
    resolves ? 'yes' : '',
    inMemory ? 'yes' : '',
    String(covers.length),
    ...covers,
  ];
}
