import type { Settings } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

const CONF = '{tree}/etc/pacman.conf';

/** Testing repositories. They are listed first, because their packages take precedence. */
const testing = ['core-testing', 'extra-testing'];

/** Lists the names of the repositories in order of precedence. */
export function listRepositories(wanted: Settings['repositories']): string[] {
  return [
    ...(wanted.includes('testing') ? testing : []),
    'core',
    'extra',
    ...(wanted.includes('multilib') ? ['multilib'] : []),
  ];
}

/**
 * Returns the operation that enables repositories in the new system's pacman.conf, whichever repositories it lists;
 * undefined if there is nothing to enable.
 */
export function enableRepositories(wanted: Settings['repositories']): Operation | undefined {
  const first = wanted.includes('testing') ? testing : [];
  const last = wanted.includes('multilib') ? ['multilib'] : [];
  const names = [...first, ...last];
  if (names.length === 0) return undefined;
  return defineOperation({
    id: 'repositories',
    title: `Enable the ${names.length === 1 ? 'repository' : 'repositories'} ${names.join(', ')}`,
    stage: 'system',
    when: [CONF],
    commands: [
      // The distribution's file contains the repositories as comments in the right order.
      hostCommand('sed', '-i', '-E', String.raw`/^#\[(${names.join('|')})\]$/,/^#Include/s/^#//`, CONF),
      ...(first.length === 0 ? [] : [hostCommand('sed', '-i', ...sedScript(insertFirst(first)), CONF)]),
      ...(last.length === 0 ? [] : [hostCommand('sed', '-i', ...sedScript(appendLast(last)), CONF)]),
    ],
    verify: names.map((name) => ({
      kind: 'contains' as const,
      path: CONF,
      pattern: String.raw`^\[${name}\]$`,
    })),
  });
}

/** Renders sections of pacman.conf, with line breaks in sed syntax. */
function renderSections(names: readonly string[]): string {
  return names
    .map((name) => String.raw`[${name}]\nInclude = /etc/pacman.d/mirrorlist`)
    .join(String.raw`\n\n`);
}

function sedScript(parts: readonly string[]): string[] {
  return parts.flatMap((part) => ['-e', part]);
}

/**
 * Returns a sed script that inserts repositories before all others, unless the first of them is already at
 * the top.
 */
function insertFirst(names: readonly string[]): string[] {
  const text = renderSections(names);
  return [
    String.raw`/^\[options\]/b`,
    // sed's hold space records whether a repository was found.
    String.raw`/^\[/{x;/^$/{s/^/seen/;x;/^\[${names[0]}\]/b`,
    String.raw`i ${text}\n`,
    'b};x}',
    '${x;/^$/{x',
    `a ${text}`,
    'b};x}',
  ];
}

/** Returns a sed script that appends repositories, unless the first of them is already in the file. */
function appendLast(names: readonly string[]): string[] {
  return [String.raw`/^\[${names[0]}\]/h`, '${x;/./{x;b};x', `a ${renderSections(names)}`, '}'];
}
