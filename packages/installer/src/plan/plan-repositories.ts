import type { Repository } from '../config/settings.ts';
import type { Loss } from '../facts/loss.ts';
import type { RepositoryKey } from './operations/system.ts';
import type { RepositoryRequirement } from './plan.ts';
import { mirrorLoginName } from './secret-names.ts';

/** Returns the requirements of third-party repositories, in file order. */
export function requireRepositories(repositories: readonly Repository[]): RepositoryRequirement[] {
  return repositories.map((repository, index) => ({
    ...repository,
    servers: repository.servers.map(({ address }) => address),
    pointer: `/x-writ/repositories/${index}`,
  }));
}

/** Lists the names of the secrets with the user names and passwords of repositories. */
export function repositoryLogins(repositories: readonly Repository[] = []): string[] {
  return repositories
    .flatMap(({ servers }) => servers)
    .flatMap(({ address, userInfo }) => (userInfo === undefined ? [] : [mirrorLoginName(address)]));
}

/** Lists the keys that the installed system must trust, each once. */
export function signingKeys(repositories: readonly Repository[] = []): RepositoryKey[] {
  const keys = new Map<string, RepositoryKey>();
  for (const { fingerprint, key } of repositories) {
    if (fingerprint === undefined) continue;
    const hasFile = key !== undefined || keys.get(fingerprint)?.hasFile === true;
    keys.set(fingerprint, { fingerprint, hasFile });
  }
  return [...keys.values()];
}

/** Returns the losses that a user confirms by installing from repositories without signatures. */
export function unsignedLosses(repositories: readonly Repository[] = []): Loss[] {
  return repositories
    .filter(({ signatures }) => signatures === 'none')
    .map(({ name, servers }) => ({
      target: `repository ${name}`,
      unsigned: true as const,
      description: `Installs packages of the repository ${name} without verifying signatures: ${servers.map(({ address }) => address).join(' ')} can replace any program of the new system.`,
    }));
}
