import type { Secret } from '@writ/diagnostics';

/** A secret that is not stored with its job. */
export interface NeededSecret {
  /** Holds nothing of the secret. */
  readonly name: string;
  /** Whether it is a login password, which is hashed once it is given. */
  readonly login: boolean;
}

/** What an installation is run with, as it is stored: no secret in it but hashes of passwords. */
export interface Job {
  /** A configuration in which each secret is named. */
  readonly config: string;
  /** Hashes of login passwords by the names of these. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly needs: readonly NeededSecret[];
  /** Secrets of `needs` that are sealed, by name. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Names of those that have to be given before it can run. */
  readonly missing: readonly string[];
  /** What could be lost when it was agreed to; see `agreementOf`. */
  readonly agreed: string;
  /** A package lock. */
  readonly lock?: string;
  /** Of a resumed installation: a custom command that had started may be started again. */
  readonly rerunCommand: boolean;
}

/** Secrets by name; they stay in memory. */
export type Secrets = ReadonlyMap<string, Secret>;

/** A job with the secrets that it needs, as far as they are known. */
export interface JobWithSecrets {
  readonly job: Job;
  readonly secrets: Secrets;
}

/** Names of the secrets that are not known. */
export function missingSecrets({ job, secrets }: JobWithSecrets): string[] {
  return job.needs.flatMap(({ name }) => (secrets.has(name) ? [] : [name]));
}
