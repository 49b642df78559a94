import type { Trust } from './trust.ts';

/**
 * Renders the complete configuration of the package manager for one run. The configuration of this machine is
 * never read.
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
  return [
    '[options]',
    'Architecture = x86_64',
    'ParallelDownloads = 5',
    `SigLevel = Required ${databases}`,
    'LocalFileSigLevel = Required',
    ...repositories.flatMap((repository) => [
      '',
      `[${repository}]`,
      ...mirrors.map((mirror) => `Server = ${mirror}`),
    ]),
    '',
  ].join('\n');
}
