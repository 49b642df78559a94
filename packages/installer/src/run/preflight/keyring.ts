import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { Command } from '../../plan/operation.ts';
import type { RepositoryRequirement } from '../../plan/plan.ts';
import { repositoryKeyFile } from '../../plan/operations/system.ts';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { refusal } from '../../finding-codes.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { succeeded } from '../../process/run-process.ts';
import { readMirrorFile } from './mirror-file.ts';
import { describeFetchError, type Trust } from './trust.ts';

const KEYRING_LIMIT = 300;

/**
 * Shell script that creates the keyring, so that its programs share a gpg-agent and end in one namespace. The first
 * command creates the key with which the trusted keys are signed locally. `pacman-key --init` retains this key instead
 * of creating a 4096-bit RSA key, which can take several seconds. The keyring is deleted at the end of the run.
 *
 * For the mirror's key, the script itself runs the few commands of gpg that pacman-key would run among 30 other programs.
 * Later commands of pacman-key require the file `pubring.gpg`, although gpg uses another one.
 *
 * Arguments: the keyring, and the file and the fingerprint of the mirror's key; without them, the keys of the
 * distribution are trusted.
 */
const CREATE_KEYRING = `
keyring=$1
run_gpg() { gpg --homedir "$keyring" --batch --quiet "$@"; }
run_gpg --passphrase '' --quick-generate-key Writ ed25519 cert,sign never
if [ "$#" -eq 1 ]; then
  pacman-key --gpgdir "$keyring" --init
  pacman-key --gpgdir "$keyring" --populate archlinux
else
  : > "$keyring/pubring.gpg"
  run_gpg --import -- "$2"
  run_gpg --quick-lsign-key -- "$3"
  run_gpg --check-trustdb
fi
`.trim();

/** Files that `pacman-key --init` would create or extend. */
const configuration = {
  'gpg.conf': 'no-greeting\nno-permission-warning\nlock-never\n',
  'gpg-agent.conf': 'disable-scdaemon\n',
};

/**
 * Creates the run's keyring from the distribution's keys, or from the key of a local mirror. Returns a finding
 * if this fails.
 */
export async function createKeyring(
  trust: Trust,
  context: RunContext,
  thirdParty: readonly RepositoryRequirement[] = [],
): Promise<Diagnostic | undefined> {
  const folder = join(context.roots.scratch, 'gnupg');
  await mkdir(folder, { mode: 0o700 });
  const key = '{scratch}/writ-mirror.gpg';
  if (trust.kind === 'mirror') {
    await writeFile(join(context.roots.scratch, 'writ-mirror.gpg'), trust.key);
    const fault = await checkKey(key, trust.fingerprint, context);
    if (fault !== undefined) return fault;
  }
  for (const repository of thirdParty) {
    const fault = await storeKey(repository, context);
    if (fault !== undefined) return fault;
  }
  for (const [name, lines] of Object.entries(configuration))
    await writeFile(join(folder, name), lines, { mode: 0o600 });
  const trusted = trust.kind === 'mirror' ? [key, trust.fingerprint] : [];
  const create = hostCommand('sh', '-euc', CREATE_KEYRING, 'create-keyring', '{scratch}/gnupg', ...trusted);
  const created = await runCommand(create, KEYRING_LIMIT, context);
  if (!succeeded(created)) {
    const message = created.end === 'exit' ? created.tail.at(-1) : undefined;
    const why = message ?? describeEnd(['pacman-key'], created, KEYRING_LIMIT);
    return refusal(
      'mirror-key',
      `cannot create the keyring: ${why}`,
      trust.kind === 'distribution' ? { hint: 'install the archlinux-keyring package' } : {},
    );
  }
  const pacmanKey = (...argv: string[]): Command =>
    hostCommand('pacman-key', '--gpgdir', '{scratch}/gnupg', ...argv);
  for (const { name, fingerprint, key: address, pointer } of thirdParty) {
    if (fingerprint === undefined) continue;
    const file = repositoryKeyFile(fingerprint);
    const add = address === undefined ? [] : [pacmanKey('--add', file)];
    for (const command of [...add, pacmanKey('--lsign-key', fingerprint)]) {
      const end = await runCommand(command, KEYRING_LIMIT, context);
      if (succeeded(end)) continue;
      return address === undefined
        ? refusal(
            'mirror-key',
            `the distribution's keyring does not contain the key of the repository ${name}`,
            {
              pointer,
              hint: 'add "key" with the address of a file that contains the key',
            },
          )
        : refusal(
            'mirror-key',
            `cannot trust the key of the repository ${name}: ${describeEnd(command.argv, end, KEYRING_LIMIT)}: ${end.tail.at(-1) ?? ''}`,
            { pointer },
          );
    }
  }
  return undefined;
}

/** Size limit in bytes. A key with many signatures by other keys can be large. */
const MAXIMUM_KEY_SIZE = 1024 * 1024;

/** Reads the key of a repository, and stores it in the scratch folder if it is the one with the fingerprint. */
async function storeKey(
  { name, fingerprint, key, pointer }: RepositoryRequirement,
  context: RunContext,
): Promise<Diagnostic | undefined> {
  if (fingerprint === undefined || key === undefined) return undefined;
  const place = { pointer: `${pointer}/key` };
  const file = repositoryKeyFile(fingerprint);
  let content: Uint8Array | undefined;
  try {
    content = await readMirrorFile(key, { limit: MAXIMUM_KEY_SIZE, signal: context.signal });
  } catch (error) {
    return refusal(
      'mirror-key',
      `cannot read the key of the repository ${name}: ${describeFetchError(error)}`,
      place,
    );
  }
  if (content === undefined) {
    return refusal('mirror-key', `the key of the repository ${name} does not exist at ${key}`, {
      ...place,
      hint: 'correct the address',
    });
  }
  await writeFile(
    file.replace('{scratch}', () => context.roots.scratch),
    content,
    { mode: 0o600 },
  );
  return checkKey(file, fingerprint, context, { name, pointer: place.pointer });
}

/**
 * Checks that the file contains only the key with this fingerprint, because any other key in the file would
 * also be trusted.
 */
async function checkKey(
  key: string,
  fingerprint: string,
  context: RunContext,
  repository?: { readonly name: string; readonly pointer: string },
): Promise<Diagnostic | undefined> {
  const subject =
    repository === undefined ? "the mirror's key" : `the key of the repository ${repository.name}`;
  const place = defined({ pointer: repository?.pointer });
  const show = hostCommand(
    'gpg',
    '--homedir',
    '{scratch}/gnupg',
    '--batch',
    '--with-colons',
    '--show-keys',
    '--',
    key,
  );
  const end = await runCommand(show, KEYRING_LIMIT, context, { capture: true });
  if (!succeeded(end)) {
    const why = `${describeEnd(show.argv, end, KEYRING_LIMIT)}: ${end.tail.at(-1) ?? ''}`;
    return refusal('mirror-key', `cannot read ${subject}: ${why}`, place);
  }
  const primary = [...end.stdout.matchAll(/^pub:.*\n(?:(?!pub:).*\n)*?fpr:(?:[^:]*:){8}([0-9A-F]+):/gm)].map(
    (match) => match[1],
  );
  if (primary.length !== 1 || primary[0] !== fingerprint) {
    return refusal(
      'mirror-key',
      `the file of ${subject} does not contain exactly one key, with the fingerprint ${fingerprint}`,
      {
        ...place,
        hint:
          repository === undefined
            ? 'rebuild the mirror'
            : 'compare the fingerprint with the one that the repository publishes',
      },
    );
  }
  return checkKeyDates(end.stdout, Date.now() / 1000, subject, place);
}

/** Checks the key's dates, because gpg's own message does not name the cause. */
function checkKeyDates(
  listed: string,
  now: number,
  subject: string,
  place: { readonly pointer?: string },
): Diagnostic | undefined {
  const [, created = '', expires = ''] = /^pub:(?:[^:]*:){4}(\d*):(\d*):/m.exec(listed) ?? [];
  const day = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  if (expires !== '' && Number(expires) <= now) {
    return refusal('mirror-key', `${subject} expired on ${day(expires)}`, {
      ...place,
      hint:
        place.pointer === undefined
          ? 'rebuild the mirror; if the key has not expired, set the clock on this machine'
          : 'use the current key of the repository; if the key has not expired, set the clock on this machine',
    });
  }
  if (Number(created) > now) {
    return refusal('clock-wrong', `${subject} was created on ${day(created)}, which is in the future`, {
      ...place,
      hint: 'set the clock, for example with timedatectl set-ntp true',
    });
  }
  return undefined;
}
