import type { Trust } from './trust.ts';

/**
 * Renders the package manager's complete configuration for one run. This machine's configuration is never
 * read.
 *
 * Packages must be signed. Databases must be signed if the mirror signs them; the distribution's mirrors do
 * not.
 */
export function pacmanConf(
  repositories: readonly string[],
  mirrors: readonly string[],
  trust: Trust,
): string {
  const databases = trust.kind === 'mirror' ? 'DatabaseRequired' : 'DatabaseOptional';
  return renderConf(repositories, mirrors, [
    `SigLevel = Required ${databases}`,
    'LocalFileSigLevel = Required',
  ]);
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
): string {
  return [
    '[options]',
    'Architecture = x86_64',
    'ParallelDownloads = 5',
    ...signatures,
    ...repositories.flatMap((repository) => [
      '',
      `[${repository}]`,
      ...mirrors.map((mirror) => `Server = ${mirror}`),
    ]),
    '',
  ].join('\n');
}
