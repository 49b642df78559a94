import { quoteWords } from '../../process/quote-words.ts';

/** A file that follows the system on the standard input of the script. */
export interface SentFile {
  /** A name without special characters. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** The folder of the files in the system that is sent. */
const FOLDER = '/root/installation';

const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin';

/** The exit status of the command if the installation could not be started. */
export const PREPARATION_FAILED = 100;

/**
 * Returns the command that installs on the host. Its standard input contains the archive of the system, the files, and
 * then nothing; the end of its standard input stops the installation. Everything is in memory, in a mount namespace that ends with the
 * command.
 *
 * @param archiveSize size of the archive in bytes
 * @param argv arguments of `writ`, without secrets, which other users of the host could see
 */
export function installCommandOf(
  archiveSize: number,
  files: readonly SentFile[],
  argv: readonly string[],
): string[] {
  const writ = ['env', '-i', 'HOME=/root', `PATH=${PROGRAMS}`, 'LC_ALL=C', 'writ', ...argv];
  const script = [
    'set -eu',
    `trap 'exit ${PREPARATION_FAILED}' EXIT`,
    'umask 022',
    `PATH=$PATH:${PROGRAMS}`,
    'mount -t tmpfs -o mode=0755,size=80% writ /mnt',
    // tar may end before the end of the archive's padding.
    `head -c ${archiveSize} | { tar -xzpf - -C /mnt; cat > /dev/null; }`,
    'cd /mnt',
    `mkdir -p -m 0700 .${FOLDER}`,
    ...files.map(({ name, content }) => `(umask 077; head -c ${content.length} > .${FOLDER}/${name})`),
    'for folder in dev proc sys; do mount --rbind "/$folder" "$folder"; done',
    'mkdir -p run/udev host',
    'if [ -d /run/udev ]; then mount --bind /run/udev run/udev; fi',
    'rm -f etc/resolv.conf',
    'if [ -e /etc/resolv.conf ]; then cat /etc/resolv.conf > etc/resolv.conf; fi',
    // Not chroot: nsenter, which the installation uses, would leave it.
    'pivot_root . host',
    'umount -l /host',
    `cd ${FOLDER}`,
    'trap - EXIT',
    'exec 3<&0',
    `${quoteWords(writ)} < /dev/null 3<&- &`,
    'writ=$!',
    // The watcher closes the output, so that it does not keep the session open.
    '(cat <&3; kill -TERM "$writ") > /dev/null 2>&1 &',
    'exec 3<&-',
    'status=0',
    'wait "$writ" || status=$?',
    'exit "$status"',
  ].join('\n');
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script];
}
