import { hasErrors, Secret, toProblem } from '@writ/diagnostics';
import type { HttpError } from '@writ/http';
import { toFiles } from './files.ts';
import { hashLogins, type Hasher } from './hash-logins.ts';
import { problem } from '../problems.ts';
import { missingSecrets, type JobWithSecrets } from '../records/job.ts';
import type { Planner } from '../work/planner.ts';
import { namePlainPasswords } from './create-job.ts';

/**
 * Adds the missing secrets to the job of an installation.
 *
 * @throws {HttpError} 422 when a secret is missing, unknown or invalid, 503 when the planner is overloaded
 * @throws {HashingFailed} when the login passwords cannot be hashed
 */
export async function supplySecrets(
  entry: JobWithSecrets & { readonly path: string },
  given: Readonly<Record<string, string>>,
  { hash, planner }: { readonly hash: Hasher; readonly planner: Planner },
  signal: AbortSignal,
): Promise<JobWithSecrets> {
  const { job, path } = entry;
  const missing = missingSecrets(entry);
  const absent = missing.filter((name) => !Object.hasOwn(given, name) || given[name] === '');
  const unknown = Object.keys(given).filter((name) => !missing.includes(name));
  if (absent.length > 0 || unknown.length > 0) {
    throw toSecretsProblem([
      ...absent.map((name) => `missing secret ${name}`),
      ...unknown.map((name) => `unknown secret ${name}: the installation is not waiting for it`),
    ]);
  }
  const isLogin = new Set(job.needs.flatMap(({ name, login }) => (login ? [name] : [])));
  const secrets = Object.entries(given).map(([name, value]): [string, Secret] => [name, new Secret(value)]);
  const logins = new Map(secrets.filter(([name]) => isLogin.has(name)));
  const others = secrets.filter(([name]) => !isLogin.has(name));
  const open: JobWithSecrets = {
    job: {
      ...job,
      hashes: { ...job.hashes, ...(await hashLogins(logins, hash, signal)) },
      needs: job.needs.filter(({ login }) => !login),
    },
    secrets: new Map([...entry.secrets, ...others, ...namePlainPasswords(logins)]),
  };
  const { findings } = await planner.plan({ ...toFiles(open), target: path }, signal);
  // Other findings, such as those about the target, are reported when the installation starts.
  const invalid = findings.filter(({ severity, rule }) => severity === 'error' && rule === 'wrong-secret');
  if (hasErrors(invalid)) throw toSecretsProblem(toProblem(invalid).errors.map(({ detail }) => detail));
  return open;
}

function toSecretsProblem(details: readonly string[]): HttpError {
  return problem('secrets-refused', { detail: details.join('; ') });
}
