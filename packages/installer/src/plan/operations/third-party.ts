import type { Repository } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

const CONF = '{tree}/etc/pacman.conf';

/** The values of `SigLevel` in pacman.conf. The keys are trusted because the keyring signs them locally. */
export const signatureLevels: Readonly<Record<Repository['signatures'], string>> = {
  required: 'Required DatabaseRequired',
  packages: 'Required DatabaseOptional',
  none: 'Never',
};

/**
 * Appends third-party repositories to the new system's pacman.conf, so that the distribution's packages take
 * precedence; undefined if there are none.
 */
export function addRepositories(repositories: readonly Repository[] = []): Operation | undefined {
  if (repositories.length === 0) return undefined;
  const names = repositories.map(({ name }) => name);
  return defineOperation({
    id: 'third-party-repositories',
    title: `Add the ${names.length === 1 ? 'repository' : 'repositories'} ${names.join(', ')} to pacman.conf`,
    stage: 'system',
    when: [CONF],
    commands: repositories.map((repository) => hostCommand('sed', '-i', ...appendScript(repository), CONF)),
    verify: repositories.flatMap(({ name, servers }) => [
      { kind: 'contains' as const, path: CONF, pattern: `^${sectionPattern(name)}$` },
      ...servers.map(({ address }) => ({
        kind: 'contains' as const,
        path: CONF,
        pattern: `^Server = ${escapePattern(address)}$`,
      })),
    ]),
  });
}

/** Returns a sed script that appends a repository, unless the file already contains it. */
function appendScript({ name, signatures, servers }: Repository): string[] {
  const lines = [
    '',
    `[${name}]`,
    `SigLevel = ${signatureLevels[signatures]}`,
    ...servers.flatMap(({ address, userInfo }) => [
      ...(userInfo === undefined ? [] : ['# This server requires a login, which is not stored here.']),
      `Server = ${address}`,
    ]),
  ];
  // sed interprets backslashes in the text, and strips spaces at its beginning, except after a backslash.
  const text = lines.map((line) => line.replaceAll('\\', String.raw`\\`)).join(String.raw`\n`);
  // sed's hold space records whether the section was found.
  return [`/^${sectionPattern(name)}/h`, '${x;/./{x;b};x', `a \\${text}`, '}'].flatMap((part) => [
    '-e',
    part,
  ]);
}

function sectionPattern(name: string): string {
  return String.raw`\[${escapePattern(name)}\]`;
}

/** Escapes characters with a meaning in both sed's basic expressions and JavaScript's. */
function escapePattern(text: string): string {
  return text.replaceAll(/[.*[\]^$\\]/g, String.raw`\$&`);
}
