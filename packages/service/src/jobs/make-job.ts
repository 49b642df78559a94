import { Secret } from '@writ/diagnostics';
import { splitConfiguration, type NamedSecret } from '@writ/installer';
import { fileName } from './files.ts';
import { hashed, type Hasher } from './hashed.ts';
import type { Job, OpenJob } from '../records/job.ts';

/**
 * Makes a job of a configuration without errors: login passwords are hashed, and what cannot be hashed stays apart.
 *
 * @throws {HashingFailed}
 */
export async function makeJob(
  text: string,
  more: Pick<Job, 'agreed' | 'lock'>,
  hash: Hasher,
  signal: AbortSignal,
): Promise<OpenJob> {
  const split = splitConfiguration({ file: fileName, text });
  if (split === undefined) throw new Error('the configuration has errors');
  const logins = new Map(split.secrets.filter(isLogin).flatMap(known));
  const others = new Map(split.secrets.filter((secret) => !isLogin(secret)).flatMap(known));
  const hashes = await hashed(logins, hash, signal);
  const needs = split.secrets.flatMap((secret) => {
    const login = isLogin(secret);
    return login && logins.has(secret.name) ? [] : [{ name: secret.name, login }];
  });
  const job = { config: split.config, hashes, needs, sealed: {}, missing: [], rerunCommand: false, ...more };
  return { job, secrets: new Map([...others, ...plainTexts(logins)]) };
}

/** A password is not run with, but a command that prints it is to be found out. */
export function plainTexts(logins: ReadonlyMap<string, Secret>): [string, Secret][] {
  return [...logins].map(([name, value]) => [`plain text of the password ${name}`, value]);
}

function isLogin({ kind }: NamedSecret): boolean {
  return kind === 'password' || kind === 'hash';
}

function known({ name, value }: NamedSecret): [string, Secret][] {
  return value === undefined ? [] : [[name, value]];
}
