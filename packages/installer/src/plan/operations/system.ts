import type { Operation } from '../operation.ts';
import { chroot, host, operation } from './build.ts';
import { file, link, writes } from './file.ts';

function setting(id: string, title: string): { id: string; title: string; stage: 'system' } {
  return { id, title, stage: 'system' };
}

export function hostname(name: string): Operation {
  return writes(setting('hostname', `Set the host name to ${name}`), file('/etc/hostname', `${name}\n`));
}

/** These need no generating. */
const builtIn = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8']);

export function locale(name: string): Operation {
  const conf = file('/etc/locale.conf', `LANG=${name}\n`);
  if (builtIn.has(name)) return writes(setting('locale', `Set the language to ${name}`), conf);
  const charset = name.split('.')[1]?.split('@')[0] ?? 'UTF-8';
  const gen = file(
    '/etc/locale.gen',
    `# /usr/share/i18n/SUPPORTED lists what can stand here.\n${name} ${charset}\n`,
  );
  return operation({
    id: 'locale',
    title: `Generate the language ${name} and set it`,
    stage: 'system',
    weight: 10,
    limit: 300,
    files: [conf, gen],
    commands: [chroot('locale-gen')],
    verify: [conf, gen, { kind: 'exists', path: '{tree}/usr/lib/locale' }],
  });
}

export function timezone(zone: string): Operation {
  const localtime = link('/etc/localtime', `../usr/share/zoneinfo/${zone}`);
  return operation({
    id: 'timezone',
    title: `Set the timezone to ${zone}`,
    stage: 'system',
    files: [localtime],
    verify:
      zone === 'UTC'
        ? [localtime]
        : [localtime, { kind: 'exists', path: `{tree}/usr/share/zoneinfo/${zone}` }],
  });
}

/** The keys that the system's own package manager trusts; its local signing key is new in every installation. */
export function packageKeyring(): Operation {
  return operation({
    id: 'package-keyring',
    title: "Make the system's own package keyring",
    stage: 'system',
    weight: 10,
    limit: 600,
    when: ['{tree}/usr/bin/pacman-key'],
    commands: [
      host('rm', '-rf', '--', '{tree}/etc/pacman.d/gnupg'),
      chroot('pacman-key', '--init'),
      chroot('pacman-key', '--populate'),
      // Sockets of an agent that ended with the command are no part of an image.
      host('find', '{tree}/etc/pacman.d/gnupg', '-type', 's', '-delete'),
    ],
    verify: [{ kind: 'exists', path: '{tree}/etc/pacman.d/gnupg/trustdb.gpg' }],
  });
}

/** What must differ between machines is left out of an image, and made when it starts for the first time. */
export function imageIdentity(): Operation {
  const keys = ['dsa', 'ecdsa', 'ed25519', 'rsa'].flatMap((kind) => [
    `/etc/ssh/ssh_host_${kind}_key`,
    `/etc/ssh/ssh_host_${kind}_key.pub`,
  ]);
  const absent = [
    '/var/lib/dbus/machine-id',
    '/var/lib/systemd/random-seed',
    '/boot/loader/random-seed',
    ...keys,
  ].map((path) => ({ kind: 'absent' as const, path: `{tree}${path}` }));
  const machineId = file('/etc/machine-id', 'uninitialized\n', 0o444);
  return operation({
    id: 'identity',
    title: 'Leave machine id, host keys and random seed to the first start',
    stage: 'system',
    files: [...absent, machineId],
    verify: [...absent, machineId],
  });
}
