import { nearest, type Diagnostic } from '@writ/diagnostics';
import { host, words } from '../../plan/operations/build.ts';
import { pacman, scratchDatabase } from '../../plan/operations/packages.ts';
import type { Wanted } from '../../plan/plan-type.ts';
import { refusal } from '../../plan/refusal.ts';
import { describeEnd, runCommand } from '../command.ts';
import type { RunContext } from '../context.ts';
import type { ResolvedPackage } from '../journal.ts';
import { succeeded } from '../process.ts';
import { first, parseEntries } from './database.ts';
import type { Contents } from './programs.ts';

const RESOLVE_LIMIT = 120;

/** Every package that the transaction will install, or why there cannot be one. */
export async function resolvePackages(
  packages: readonly Wanted[],
  repositories: readonly string[],
  context: RunContext,
): Promise<{ resolved: ResolvedPackage[] } | { findings: Diagnostic[] }> {
  const list = host(
    ...pacman,
    ...scratchDatabase,
    ...words('-S --print --print-format'),
    '%r %n %v',
    '--',
    ...packages.map(({ name }) => name),
  );
  const end = await runCommand(list, RESOLVE_LIMIT, context, { capture: true });
  if (!succeeded(end)) {
    const unknown = end.tail.flatMap((line) => /target not found: (\S+)/.exec(line)?.[1] ?? []);
    if (unknown.length > 0) {
      const known = await namesOf(context);
      return { findings: unknown.map((name) => unknownPackage(name, known, packages)) };
    }
    const reasons = end.tail.filter((line) => !line.startsWith('warning:')).slice(-6);
    return {
      findings: [
        refusal(
          'packages-unresolvable',
          [
            'the packages cannot be installed together',
            ...(reasons.length > 0 ? reasons : [describeEnd(['pacman'], end, RESOLVE_LIMIT)]),
          ].join('; '),
        ),
      ],
    };
  }
  const found = end.stdout
    .split('\n')
    .map((line) => /^(\S+) (\S+) (\S+)$/.exec(line))
    .flatMap((match) =>
      match === null ? [] : [{ repository: match[1]!, name: match[2]!, version: match[3]! }],
    );
  const resolved: ResolvedPackage[] = [];
  for (const repository of repositories) {
    const members = found.filter((item) => item.repository === repository);
    const text = await readMembers(repository, 'db', members, 'desc', context);
    for (const entry of parseEntries(text, 'FILENAME')) {
      resolved.push({
        name: first(entry, 'NAME') ?? '',
        version: first(entry, 'VERSION') ?? '',
        repository,
        file: first(entry, 'FILENAME') ?? '',
        sha256: first(entry, 'SHA256SUM') ?? '',
        size: Number(first(entry, 'CSIZE') ?? 0),
        installedSize: Number(first(entry, 'ISIZE') ?? 0),
      });
    }
  }
  return { resolved };
}

/** The paths of all files that the packages bring. */
export async function contentsOf(
  resolved: readonly ResolvedPackage[],
  context: RunContext,
): Promise<Contents> {
  const paths = new Set<string>();
  for (const repository of new Set(resolved.map((item) => item.repository))) {
    const members = resolved.filter((item) => item.repository === repository);
    const text = await readMembers(repository, 'files', members, 'files', context);
    for (const line of text.split('\n')) paths.add(line);
  }
  return paths;
}

/** Entries of one repository's database, by the folder names under which it keeps them. */
async function readMembers(
  repository: string,
  kind: 'db' | 'files',
  members: readonly { name: string; version: string }[],
  member: 'desc' | 'files',
  context: RunContext,
): Promise<string> {
  if (members.length === 0) return '';
  const read = host(
    ...words(`bsdtar -xOf {scratch}/db/sync/${repository}.${kind} --`),
    ...members.map(({ name, version }) => `${name}-${version}/${member}`),
  );
  const end = await runCommand(read, RESOLVE_LIMIT, context, { capture: true });
  if (!succeeded(end)) {
    throw new Error(`the database of ${repository} cannot be read: ${end.tail.at(-1) ?? end.end}`);
  }
  return end.stdout;
}

async function namesOf(context: RunContext): Promise<string[]> {
  const end = await runCommand(host(...pacman, ...scratchDatabase, '-Slq'), RESOLVE_LIMIT, context, {
    capture: true,
  });
  return end.stdout.split('\n').filter(Boolean);
}

function unknownPackage(name: string, known: readonly string[], wanted: readonly Wanted[]): Diagnostic {
  const meant = nearest(name, known);
  const pointer = wanted.find((item) => item.name === name)?.pointer;
  return refusal('package-unknown', `no repository of the mirrors has the package ${name}`, {
    ...(pointer === undefined ? {} : { pointer }),
    ...(meant === undefined ? {} : { hint: `did you mean ${meant}?` }),
  });
}
