import { expect, it } from 'vitest';
import { checkRemoteHost } from './remote-host.ts';

const MIB = 2 ** 20;
const good = {
  user: '0',
  kernel: 'Linux',
  machine: 'x86_64',
  memory: String(1024 * 1024),
  rest: 'def',
  folder: 'yes',
  namespace: 'yes',
};
/** The output of the script. */
const outputOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

it('a host with the programs, the rights and the memory is accepted', () => {
  expect(checkRemoteHost(outputOf(good), 512 * MIB)).toEqual([]);
});

it.each([
  [{ kernel: 'FreeBSD' }, ['it does not run Linux']],
  [{ user: '1000' }, ['the user is not root: use root@HOST']],
  [{ machine: 'aarch64' }, ['its processor is aarch64, not x86_64']],
  [{ missing: 'tar' }, ['these programs are not installed: tar']],
  [{ rest: '' }, ['its head command reads more than it prints: install GNU coreutils']],
  [{ folder: '' }, ['it has no folder /mnt, on which the system is mounted']],
  [
    { initramfs: 'yes' },
    [
      'it is still running from its initramfs, where pivot_root does not work; boot an installed system or a live medium with a root file system of its own',
    ],
  ],
  [{ namespace: '' }, ['it does not allow mount namespaces, for example because it is a container']],
  [{ memory: String(1023 * 1024) }, ['1023 MiB of memory are available, but 1024 MiB are needed']],
  [
    { user: '1000', missing: 'unshare', namespace: '', memory: '' },
    [
      'the user is not root: use root@HOST',
      'these programs are not installed: unshare',
      '0 MiB of memory are available, but 1024 MiB are needed',
    ],
  ],
])('a host with %j is refused for all reasons: %j', (changes, reasons) => {
  expect(checkRemoteHost(outputOf({ ...good, ...changes }), 512 * MIB)).toEqual(reasons);
});

it('all missing programs are listed together', () => {
  const output = `${outputOf(good)}missing=gzip\nmissing=tar\n`;
  expect(checkRemoteHost(output, 0)).toEqual(['these programs are not installed: gzip, tar']);
});
