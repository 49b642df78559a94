import type { Secret } from '@writ/diagnostics';
import type { PlanOptions } from './plan-options.ts';

/** A secret that is not stored as a hash. */
export interface NeededSecret {
  /** The name of the secret, which does not reveal the value. */
  readonly name: string;
  /** Whether it is a login password, which is hashed when it is supplied. */
  readonly login: boolean;
}

/** The stored input of an installation. Its only secrets are password hashes and sealed secrets. */
export interface Job {
  /** The configuration as JSON, with a name in place of each secret. */
  readonly config: string;
  /** Hashes of login passwords, by name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Secrets without a hash in `hashes`. */
  readonly needs: readonly NeededSecret[];
  /** Sealed secrets of `needs`, by name. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Names of secrets that must be supplied before the installation can run. */
  readonly missing: readonly string[];
  /** The losses to which the user consented; see `fingerprintLosses`. */
  readonly agreed: string;
  /** A package lock, as JSON. */
  readonly lock?: string;
  /** Absent in jobs from earlier versions of the service. */
  readonly options?: PlanOptions;
  /** Whether a custom command that had started may run again when the installation is resumed. */
  readonly rerunCommand: boolean;
}

/** Secrets by name; stored only if they are sealed. */
export type Secrets = ReadonlyMap<string, Secret>;

/** A job and its known secrets. */
export interface JobWithSecrets {
  readonly job: Job;
  readonly secrets: Secrets;
}

/** Names of the required secrets that are unknown. */
export function missingSecrets({ job, secrets }: JobWithSecrets): string[] {
  return job.needs.flatMap(({ name }) => (secrets.has(name) ? [] : [name]));
}
