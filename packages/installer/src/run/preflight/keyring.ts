import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import type { Command } from '../../plan/operation.ts';
import { hostCommand, splitWords } from '../../plan/operations/define-operation.ts';
import { refusal } from '../../finding-codes.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { succeeded } from '../../process/run-process.ts';
import type { Trust } from './trust.ts';

const KEYRING_LIMIT = 300;

/**
 * The command that creates the key with which the trusted keys are signed locally. `pacman-key --init` retains this
 * key instead of creating a 4096-bit RSA key, which can take several seconds. The keyring is deleted at the end of
 * the run.
 */
const createSigningKey = hostCommand(
  ...splitWords('gpg --homedir {scratch}/gnupg --batch --quiet --passphrase'),
  '',
  ...splitWords('--quick-generate-key Writ ed25519 cert,sign never'),
);

/**
 * Creates the run's keyring from the distribution's keys, or from the key of a local mirror. Returns a finding
 * if this fails.
 */
export async function createKeyring(trust: Trust, context: RunContext): Promise<Diagnostic | undefined> {
  const folder = join(context.roots.scratch, 'gnupg');
  await mkdir(folder, { mode: 0o700 });
  const key = '{scratch}/writ-mirror.gpg';
  if (trust.kind === 'mirror') {
    await writeFile(join(context.roots.scratch, 'writ-mirror.gpg'), trust.key);
    const fault = await checkKey(key, trust.fingerprint, context);
    if (fault !== undefined) return fault;
  }
  const pacmanKey = (...argv: string[]): Command =>
    hostCommand('pacman-key', '--gpgdir', '{scratch}/gnupg', ...argv);
  const trustKeys =
    trust.kind === 'mirror'
      ? [pacmanKey('--add', key), pacmanKey('--lsign-key', trust.fingerprint)]
      : [pacmanKey('--populate', 'archlinux')];
  for (const command of [createSigningKey, pacmanKey('--init'), ...trustKeys]) {
    const end = await runCommand(command, KEYRING_LIMIT, context);
    if (!succeeded(end)) {
      return refusal(
        'mirror-key',
        `cannot create the keyring: ${describeEnd(command.argv, end, KEYRING_LIMIT)}: ${end.tail.at(-1) ?? ''}`,
        trust.kind === 'distribution' ? { hint: 'install the archlinux-keyring package' } : {},
      );
    }
  }
  return undefined;
}

/**
 * Checks that the file contains only the key with this fingerprint, because any other key in the file would
 * also be trusted.
 */
async function checkKey(
  key: string,
  fingerprint: string,
  context: RunContext,
): Promise<Diagnostic | undefined> {
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
    return refusal('mirror-key', `cannot read the mirror's key: ${why}`, {});
  }
  const primary = [...end.stdout.matchAll(/^pub:.*\n(?:(?!pub:).*\n)*?fpr:(?:[^:]*:){8}([0-9A-F]+):/gm)].map(
    (match) => match[1],
  );
  if (primary.length !== 1 || primary[0] !== fingerprint) {
    return refusal(
      'mirror-key',
      "the mirror's key file does not contain exactly one key with the mirror's fingerprint",
      { hint: 'rebuild the mirror' },
    );
  }
  return checkKeyDates(end.stdout, Date.now() / 1000);
}

/** Checks the key's dates, because gpg's own message does not name the cause. */
function checkKeyDates(listed: string, now: number): Diagnostic | undefined {
  const [, created = '', expires = ''] = /^pub:(?:[^:]*:){4}(\d*):(\d*):/m.exec(listed) ?? [];
  const day = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  if (expires !== '' && Number(expires) <= now) {
    return refusal('mirror-key', `the mirror's key expired on ${day(expires)}`, {
      hint: 'rebuild the mirror; if the key has not expired, set the clock on this machine',
    });
  }
  if (Number(created) > now) {
    return refusal('clock-wrong', `the mirror's key was created on ${day(created)}, which is in the future`, {
      hint: 'set the clock, for example with timedatectl set-ntp true',
    });
  }
  return undefined;
}
