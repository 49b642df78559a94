import type { Settings } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { host, operation } from './build.ts';

const CONF = '{tree}/etc/pacman.conf';

/** Newer packages count before those of the ordinary repositories, so they stand first. */
const testing = ['core-testing', 'extra-testing'];

/** The package manager's repositories in their order. */
export function repositoryNames(wanted: Settings['repositories']): string[] {
  return [
    ...(wanted.includes('testing') ? testing : []),
    'core',
    'extra',
    ...(wanted.includes('multilib') ? ['multilib'] : []),
  ];
}

/**
 * Enables repositories in the package manager's own file, whatever else its version has there; undefined when
 * there are none to enable.
 */
export function repositories(wanted: Settings['repositories']): Operation | undefined {
  const first = wanted.includes('testing') ? testing : [];
  const last = wanted.includes('multilib') ? ['multilib'] : [];
  const names = [...first, ...last];
  if (names.length === 0) return undefined;
  return operation({
    id: 'repositories',
    title: `Enable the repositories ${names.join(', ')}`,
    stage: 'system',
    when: [CONF],
    commands: [
      // The distribution's file has them as comments, in the right places.
      host('sed', '-i', '-E', String.raw`/^#\[(${names.join('|')})\]$/,/^#Include/s/^#//`, CONF),
      ...(first.length === 0 ? [] : [host('sed', '-i', beforeOthers(first), CONF)]),
      ...(last.length === 0 ? [] : [host('sed', '-i', behindOthers(last), CONF)]),
    ],
    verify: names.map((name) => ({
      kind: 'contains' as const,
      path: CONF,
      pattern: String.raw`^\[${name}\]$`,
    })),
  });
}

/** With the line breaks that sed wants in a text. */
function sections(names: readonly string[]): string {
  return names.map((name) => `[${name}]\\\nInclude = /etc/pacman.d/mirrorlist`).join('\\\n\\\n');
}

/** Does nothing when the first repository of the file is the first of these. */
function beforeOthers(names: readonly string[]): string {
  const text = sections(names);
  return [
    String.raw`/^\[options\]/b`,
    // The hold space tells whether a repository was seen.
    String.raw`/^\[/{x;/^$/{s/^/seen/;x`,
    String.raw`/^\[${names[0]}\]/b`,
    `i ${text}\\\n`,
    'b',
    '}',
    'x',
    '}',
    '${x;/^$/{x',
    `a ${text}`,
    'b',
    '}',
    'x',
    '}',
  ].join('\n');
}

/** Does nothing when the first of these is there. */
function behindOthers(names: readonly string[]): string {
  return [String.raw`/^\[${names[0]}\]/h`, '${x;/./{x;b', '}', 'x', `a \\\n${sections(names)}`, '}'].join(
    '\n',
  );
}
