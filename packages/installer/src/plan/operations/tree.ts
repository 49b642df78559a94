import type { Operation } from '../operation.ts';
import { host, operation } from './build.ts';

export function makeTree(): Operation {
  const folders: [string, string[]][] = [
    [
      '0755',
      ['', '/boot', '/dev', '/etc', '/etc/pacman.d', '/run', '/var', '/var/cache', '/var/lib', '/var/log'],
    ],
    ['0755', ['/var/cache/pacman', '/var/cache/pacman/pkg', '/var/lib/pacman']],
    ['0555', ['/proc', '/sys']],
    ['1777', ['/tmp']],
  ];
  return operation({
    id: 'tree',
    title: 'Make an empty tree beside the image',
    stage: 'tree',
    weight: 2,
    commands: [
      host('rm', '-rf', '--one-file-system', '--', '{tree}'),
      ...folders.map(([mode, paths]) =>
        host('install', '-d', '-m', mode, '--', ...paths.map((path) => `{tree}${path}`)),
      ),
    ],
    verify: [{ kind: 'exists', path: '{tree}/var/lib/pacman' }],
  });
}

/**
 * The initramfs is made by a hook of the package transaction: what it reads has to be there before.
 * It is made on one machine and started on another, so it must not be cut down to this one's hardware.
 */
export function earlyFiles(keyboard: string, commandLine: string): Operation {
  const files = [
    { kind: 'file', path: '{tree}/etc/vconsole.conf', mode: 0o644, content: `KEYMAP=${keyboard}\n` },
    { kind: 'file', path: '{tree}/etc/kernel/cmdline', mode: 0o644, content: `${commandLine}\n` },
    {
      kind: 'file',
      path: '{tree}/etc/mkinitcpio.conf.d/writ.conf',
      mode: 0o644,
      content:
        '# An image starts on other hardware than it was made on: no autodetect.\nHOOKS=(base systemd modconf keyboard sd-vconsole block filesystems fsck)\n',
    },
  ] as const;
  return operation({
    id: 'early-files',
    title: `Write what the initramfs reads: keyboard ${keyboard}, kernel command line`,
    stage: 'tree',
    files,
    verify: files,
  });
}
