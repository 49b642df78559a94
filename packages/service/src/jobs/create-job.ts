import { Secret } from '@writ/diagnostics';
import { CONFIGURATION_NAME, CREDENTIALS_NAME } from '../records/configuration-name.ts';
import { hashLogins, type Hasher } from './hash-logins.ts';
import type { Job, JobWithSecrets } from '../records/job.ts';
import type { Planner } from '../work/planner.ts';
import type { SplitOutput } from '../work/split-output.ts';

/**
 * Creates the job of a valid configuration and its credentials: login passwords are hashed, and secrets that cannot be
 * hashed are separated.
 *
 * @throws {HttpError} 503 when the planner is overloaded
 * @throws {HashingFailed} when the login passwords cannot be hashed
 */
export async function createJob(
  text: string,
  more: Pick<Job, 'agreed' | 'lock' | 'options'> & { readonly credentials?: string | undefined },
  { hash, planner }: { readonly hash: Hasher; readonly planner: Pick<Planner, 'split'> },
  signal: AbortSignal,
): Promise<JobWithSecrets> {
  const { credentials, ...rest } = more;
  const split = await planner.split(
    { file: CONFIGURATION_NAME, text },
    credentials === undefined ? undefined : { file: CREDENTIALS_NAME, text: credentials },
    rest.options?.advanced,
    signal,
  );
  if (split === undefined) throw new Error('the configuration has errors');
  return toJob(split, await hashLogins(loginsOf(split), hash, signal), rest);
}

/** Returns the login passwords of a configuration by name. */
export function loginsOf({ secrets }: SplitOutput): ReadonlyMap<string, Secret> {
  return new Map(secrets.filter(isLogin).flatMap(knownSecret));
}

/** Creates the job of a configuration whose secrets have been separated. @param hashes hashes of its login passwords */
export function toJob(
  split: SplitOutput,
  hashes: Job['hashes'],
  more: Pick<Job, 'agreed' | 'lock' | 'options'>,
): JobWithSecrets {
  const logins = loginsOf(split);
  const otherSecrets = new Map(split.secrets.filter((secret) => !isLogin(secret)).flatMap(knownSecret));
  const needs = split.secrets.flatMap((secret) => {
    const login = isLogin(secret);
    return login && logins.has(secret.name) ? [] : [{ name: secret.name, login }];
  });
  const job = { config: split.config, hashes, needs, sealed: {}, missing: [], rerunCommand: false, ...more };
  return { job, secrets: new Map([...otherSecrets, ...namePlainPasswords(logins)]) };
}

/**
 * Returns the login passwords, each under an additional name. The output of commands masks them, although only their
 * hashes are installed.
 */
export function namePlainPasswords(logins: ReadonlyMap<string, Secret>): [string, Secret][] {
  return [...logins].map(([name, value]) => [`plain text of the password ${name}`, value]);
}

type SplitSecret = SplitOutput['secrets'][number];

function isLogin({ kind }: SplitSecret): boolean {
  return kind === 'password' || kind === 'hash';
}

function knownSecret({ name, value }: SplitSecret): [string, Secret][] {
  return value === undefined ? [] : [[name, new Secret(value)]];
}
