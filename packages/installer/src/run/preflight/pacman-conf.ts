import { signatureLevels } from '../../plan/operations/third-party.ts';
import type { RepositoryRequirement } from '../../plan/plan.ts';
import type { Trust } from './trust.ts';

/** A third-party repository with the user names and passwords of its servers. */
export type ThirdPartySource = Pick<RepositoryRequirement, 'name' | 'servers' | 'signatures'>;

/**
 * Renders the package manager's complete configuration for one run. This machine's configuration is never
 * read.
 *
 * Packages must be signed. Databases must be signed if the mirror signs them; the distribution's mirrors do
 * not. Third-party repositories have their own servers and rules for signatures.
 */
export function pacmanConf(
  repositories: readonly string[],
  mirrors: readonly string[],
  trust: Trust,
  thirdParty: readonly ThirdPartySource[] = [],
): string {
  const databases = trust.kind === 'mirror' ? 'DatabaseRequired' : 'DatabaseOptional';
  return renderConf(
    repositories,
    mirrors,
    [`SigLevel = Required ${databases}`, 'LocalFileSigLevel = Required'],
    thirdParty,
  );
}

/**
 * Returns a configuration for commands after the run has verified the databases, which only it can change. pacman would
 * start gpg a dozen times for every command to verify them again.
 */
export function forVerifiedDatabases(conf: string): string {
  return conf.replaceAll(/^(SigLevel = Required) Database\w+$/gm, '$1 DatabaseNever');
}

/**
 * Renders the configuration for queries of databases whose signatures are already verified. It contains no
 * mirrors, so pacman can fetch neither databases nor packages with it.
 */
export function queryConf(repositories: readonly string[]): string {
  return renderConf(repositories, [], ['SigLevel = Never']);
}

function renderConf(
  repositories: readonly string[],
  mirrors: readonly string[],
  signatures: readonly string[],
  thirdParty: readonly ThirdPartySource[] = [],
): string {
  return [
    '[options]',
    'Architecture = x86_64',
    'ParallelDownloads = 5',
    ...signatures,
    ...repositories.flatMap((repository) => {
      const own = thirdParty.find(({ name }) => name === repository);
      return [
        '',
        `[${repository}]`,
        ...(own === undefined ? [] : [`SigLevel = ${signatureLevels[own.signatures]}`]),
        ...(own?.servers ?? mirrors).map((server) => `Server = ${server}`),
      ];
    }),
    '',
  ].join('\n');
}
