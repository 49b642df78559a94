import type { Command, Operation } from '../operation.ts';
import { chrootCommand, hostCommand, defineOperation } from './define-operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

function systemStep(id: string, title: string): { id: string; title: string; stage: 'system' } {
  return { id, title, stage: 'system' };
}

export function setHostname(name: string): Operation {
  return writeFiles(
    systemStep('hostname', `Set the host name to ${name}`),
    treeFile('/etc/hostname', `${name}\n`),
  );
}

/** Locales that the distribution provides without locale-gen. */
const builtInLocales = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8']);

export function setLocale(name: string): Operation {
  const conf = treeFile('/etc/locale.conf', `LANG=${name}\n`);
  if (builtInLocales.has(name)) return writeFiles(systemStep('locale', `Set the locale to ${name}`), conf);
  const charset = name.split('.')[1]?.split('@')[0] ?? 'UTF-8';
  const gen = treeFile(
    '/etc/locale.gen',
    `# /usr/share/i18n/SUPPORTED lists the available locales.\n${name} ${charset}\n`,
  );
  return defineOperation({
    id: 'locale',
    title: `Generate and set the locale ${name}`,
    stage: 'system',
    weight: 10,
    limit: 300,
    files: [conf, gen],
    commands: [chrootCommand('locale-gen')],
    verify: [conf, gen, { kind: 'exists', path: '{tree}/usr/lib/locale' }],
  });
}

export function setTimezone(zone: string): Operation {
  const localtime = treeLink('/etc/localtime', `../usr/share/zoneinfo/${zone}`);
  return defineOperation({
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

/** A key of a third-party repository. */
export interface RepositoryKey {
  readonly fingerprint: string;
  /** True if the key is not in the distribution's keyring, but in a file of the run's scratch folder. */
  readonly hasFile: boolean;
}

/** Returns the path of the file with a repository's key that the preflight has verified. */
export function repositoryKeyFile(fingerprint: string): string {
  return `{scratch}/repository-${fingerprint}.gpg`;
}

/** Returns the path of the file with a repository's key on the new system. */
function installedKeyFile(fingerprint: string): string {
  return `/etc/pacman.d/repository-${fingerprint}.gpg`;
}

/**
 * Returns the commands that copy the keys of repositories to the new system. They run together with the installation of
 * the packages, because a run that is resumed later has no preflight that reads the keys again.
 */
export function copyRepositoryKeys(keys: readonly RepositoryKey[]): Command[] {
  return keys
    .filter(({ hasFile }) => hasFile)
    .map(({ fingerprint }) =>
      hostCommand(
        'install',
        '-D',
        '-m',
        '0644',
        '--',
        repositoryKeyFile(fingerprint),
        `{tree}${installedKeyFile(fingerprint)}`,
      ),
    );
}

/** Returns the commands that make the installed package manager trust a key of a third-party repository. */
function trustKey({ fingerprint, hasFile }: RepositoryKey): Command[] {
  return [
    ...(hasFile ? [chrootCommand('pacman-key', '--add', installedKeyFile(fingerprint))] : []),
    chrootCommand('pacman-key', '--lsign-key', fingerprint),
  ];
}

/**
 * Returns the operation that creates the keyring of the installed package manager. Each installation has its own local
 * signing key.
 */
export function createPackageKeyring(keys: readonly RepositoryKey[] = []): Operation {
  return defineOperation({
    id: 'package-keyring',
    title: "Create the system's package keyring",
    stage: 'system',
    weight: 10,
    limit: 600,
    when: ['{tree}/usr/bin/pacman-key'],
    commands: [
      hostCommand('rm', '-rf', '--', '{tree}/etc/pacman.d/gnupg'),
      chrootCommand('pacman-key', '--init'),
      chrootCommand('pacman-key', '--populate'),
      ...keys.flatMap(trustKey),
      // The sockets of the terminated agent do not belong in an image.
      hostCommand('find', '{tree}/etc/pacman.d/gnupg', '-type', 's', '-delete'),
    ],
    verify: [{ kind: 'exists', path: '{tree}/etc/pacman.d/gnupg/trustdb.gpg' }],
  });
}

/**
 * Returns the operation that removes data that must be unique to each machine. The first boot creates the data again.
 */
export function resetIdentity(): Operation {
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
  const machineId = treeFile('/etc/machine-id', 'uninitialized\n', 0o444);
  return defineOperation({
    id: 'identity',
    title: 'Remove machine id, host keys and random seed, which the first boot creates',
    stage: 'system',
    files: [...absent, machineId],
    verify: [...absent, machineId],
  });
}
