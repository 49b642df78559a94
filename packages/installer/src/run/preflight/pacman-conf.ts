import type { Trust } from './trust.ts';

/**
 * The package manager's whole configuration for one run; this machine's own is never read.
 *
 * Every package must be signed. Databases must be where the mirror signs them; the distribution does not.
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
