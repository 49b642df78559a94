/** The requirements of an installation on a host, which are checked before anything is sent. */

/** The programs that the host itself must have; all others are in the system that is sent. */
const programs = ['gzip', 'head', 'mount', 'pivot_root', 'tar', 'unshare'];

/** A script that prints the properties of the host, one per line. It changes nothing. */
export const probeScript: string = `
PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
echo "user=$(id -u)"
echo "kernel=$(uname -s)"
echo "machine=$(uname -m)"
sed -n 's/^MemAvailable: *\\([0-9]*\\) kB$/memory=\\1/p' /proc/meminfo
for program in ${programs.join(' ')}; do
  command -v "$program" > /dev/null || echo "missing=$program"
done
echo "rest=$(printf abcdef | { head -c 3 > /dev/null; cat; })"
if [ -d /mnt ]; then echo folder=yes; fi
if grep -q ' - rootfs ' /proc/self/mountinfo; then echo initramfs=yes; fi
if unshare --mount --propagation private true 2> /dev/null; then echo namespace=yes; fi
`.trim();

/** Memory in bytes for the programs of the installation, in addition to that of the system that is sent. */
const WORK_MEMORY = 512 * 2 ** 20;

/**
 * Checks the output of the script.
 *
 * @param size unpacked size in bytes of the system that is sent
 * @returns all reasons why the installation cannot run on the host
 */
export function checkRemoteHost(output: string, size: number): string[] {
  const values = new Map<string, string[]>();
  for (const line of output.split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const value = (name: string): string => values.get(name)?.[0] ?? '';
  if (value('kernel') !== 'Linux') return ['it does not run Linux'];
  const missing = values.get('missing') ?? [];
  const memory = Number(value('memory')) * 1024;
  const needed = size + WORK_MEMORY;
  return [
    ...(value('user') === '0' ? [] : ['the user is not root: use root@HOST']),
    ...(value('machine') === 'x86_64' ? [] : [`its processor is ${value('machine')}, not x86_64`]),
    ...(missing.length === 0 ? [] : [`these programs are not installed: ${missing.join(', ')}`]),
    ...(missing.includes('head') || value('rest') === 'def'
      ? []
      : ['its head command reads more than it prints: install GNU coreutils']),
    ...(value('folder') === 'yes' ? [] : ['it has no folder /mnt, on which the system is mounted']),
    ...(value('initramfs') === 'yes'
      ? [
          'it is still running from its initramfs, where pivot_root does not work; boot an installed system or a live medium with a root file system of its own',
        ]
      : []),
    ...(missing.includes('unshare') || value('namespace') === 'yes'
      ? []
      : ['it does not allow mount namespaces, for example because it is a container']),
    ...(memory >= needed
      ? []
      : [`${mebibytes(memory)} MiB of memory are available, but ${mebibytes(needed)} MiB are needed`]),
  ];
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}
