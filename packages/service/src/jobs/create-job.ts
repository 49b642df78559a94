import { Secret } from '@writ/diagnostics';
import { splitConfiguration, type NamedSecret } from '@writ/installer';
import { CONFIGURATION_NAME, CREDENTIALS_NAME } from '../records/configuration-name.ts';
import { hashLogins, type Hasher } from './hash-logins.ts';
import type { Job, JobWithSecrets } from '../records/job.ts';

/**
 * Creates the job of a valid configuration and its credentials: login passwords are hashed, and secrets that cannot be
 * hashed are separated.
 *
 * @throws {HashingFailed} when the login passwords cannot be hashed
 */
export async function createJob(
  text: string,
  more: Pick<Job, 'agreed' | 'lock' | 'options'> & { readonly credentials?: string | undefined },
  hash: Hasher,
  signal: AbortSignal,
): Promise<JobWithSecrets> {
  const { credentials, ...rest } = more;
  const split = splitConfiguration(
    { file: CONFIGURATION_NAME, text },
    credentials === undefined ? undefined : { file: CREDENTIALS_NAME, text: credentials },
    rest.options?.advanced,
  );
  if (split === undefined) throw new Error('the configuration has errors');
  const logins = new Map(split.secrets.filter(isLogin).flatMap(knownSecret));
  const otherSecrets = new Map(split.secrets.filter((secret) => !isLogin(secret)).flatMap(knownSecret));
  const hashes = await hashLogins(logins, hash, signal);
  const needs = split.secrets.flatMap((secret) => {
    const login = isLogin(secret);
    return login && logins.has(secret.name) ? [] : [{ name: secret.name, login }];
  });
  const job = { config: split.config, hashes, needs, sealed: {}, missing: [], rerunCommand: false, ...rest };
  return { job, secrets: new Map([...otherSecrets, ...namePlainPasswords(logins)]) };
}

/**
 * Returns the login passwords, each under an additional name. The output of commands masks them, although only their
 * hashes are installed.
 */
export function namePlainPasswords(logins: ReadonlyMap<string, Secret>): [string, Secret][] {
  return [...logins].map(([name, value]) => [`plain text of the password ${name}`, value]);
}

function isLogin({ kind }: NamedSecret): boolean {
  return kind === 'password' || kind === 'hash';
}

function knownSecret({ name, value }: NamedSecret): [string, Secret][] {
  return value === undefined ? [] : [[name, value]];
}
