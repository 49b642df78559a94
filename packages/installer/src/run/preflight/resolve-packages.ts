import { nearest, phrase, type Diagnostic, type Wording } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { isAurName } from '../../data/aur.ts';
import { packageAliases } from '../../data/package-aliases.ts';
import { removedPackages } from '../../data/removed-names.ts';
import { hostCommand, splitWords } from '../../plan/operations/define-operation.ts';
import { pacmanQuery } from '../../plan/operations/packages.ts';
import type { Requirement } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { succeeded } from '../../process/run-process.ts';
import { storeDatabaseSignature } from '../signatures/database-signatures.ts';
import { parseEntries } from './database.ts';
import { DatabaseFault, isPackageWord, parsePackageEntry } from './package-entry.ts';
import type { Contents } from './programs.ts';
import { term } from '../../terms.ts';

const RESOLVE_LIMIT = 120;
/** Prefix of the output lines that contain packages. */
const MARK = 'package ';

/** The packages of the transaction, and findings about unknown packages and conflicts. */
export interface Resolution {
  readonly resolved: readonly ResolvedPackage[];
  readonly findings: readonly PackageFinding[];
}

/** A finding about packages. */
export interface PackageFinding extends Diagnostic {
  /** The name that no repository has; absent for other findings. */
  readonly unknown?: string;
  /** A name that the repositories have and that was probably intended. */
  readonly suggestion?: string;
}

/**
 * Resolves packages with their dependencies. Unknown names are reported and omitted, so that the remaining
 * packages can still be checked. If these cannot be installed together, `resolved` is empty.
 *
 * @throws DatabaseFault if a database cannot be read or is invalid
 */
export async function resolvePackages(
  packages: readonly Requirement[],
  repositories: readonly string[],
  context: RunContext,
): Promise<Resolution> {
  const listed = await listPackages(packages, context);
  if ('found' in listed)
    return { resolved: await readPackageEntries(listed.found, repositories, context), findings: [] };
  const unknown = new Set(listed.unknown);
  if (unknown.size === 0) return { resolved: [], findings: [packagesUnresolvable(listed.errors)] };
  const known = await listPackageNames(context);
  const findings = packages
    .filter(({ name }) => unknown.has(name))
    .map((wanted) => unknownPackage(wanted, known));
  const rest = packages.filter(({ name }) => !unknown.has(name));
  const second = await listPackages(rest, context);
  if (!('found' in second))
    return { resolved: [], findings: [...findings, packagesUnresolvable(second.errors)] };
  return { resolved: await readPackageEntries(second.found, repositories, context), findings };
}

interface ListedPackage {
  readonly repository: string;
  readonly name: string;
  readonly version: string;
}

/** Lists the packages that the package manager would install, or its errors. */
async function listPackages(
  packages: readonly Requirement[],
  context: RunContext,
): Promise<{ found: ListedPackage[] } | { unknown: string[]; errors: string[] }> {
  const list = hostCommand(
    ...pacmanQuery,
    ...splitWords('-S --print --print-format'),
    `${MARK}%r %n %v`,
    '--',
    ...packages.map(({ name }) => name),
  );
  const errors: string[] = [];
  const onLine = (line: string): void => void errors.push(line);
  const end = await runCommand(list, RESOLVE_LIMIT, context, { capture: true, onLine });
  if (!succeeded(end)) {
    const unknown = errors.flatMap((line) => /target not found: (\S+)/.exec(line)?.[1] ?? []);
    const messages = errors.filter((line) => !line.startsWith('warning:')).slice(-6);
    return {
      unknown,
      errors: messages.length > 0 ? messages : [describeEnd(['pacman'], end, RESOLVE_LIMIT)],
    };
  }
  const found = end.stdout.split('\n').flatMap((line) => {
    // The package manager lists the members of groups first, for interactive selection.
    if (!line.startsWith(MARK)) return [];
    const [repository, name, version] = line.slice(MARK.length).split(' ');
    return repository === undefined || name === undefined || version === undefined
      ? []
      : [{ repository, name, version }];
  });
  return { found };
}

async function readPackageEntries(
  found: readonly ListedPackage[],
  repositories: readonly string[],
  context: RunContext,
): Promise<ResolvedPackage[]> {
  const resolved: ResolvedPackage[] = [];
  for (const repository of repositories) {
    const members = found.filter((item) => item.repository === repository);
    const text = await readMembers(repository, 'db', members, 'desc', context);
    for (const entry of parseEntries(text, 'FILENAME')) {
      const item = parsePackageEntry(entry, repository);
      resolved.push(item);
      await storeDatabaseSignature(item.file, entry.get('PGPSIG'), context);
    }
  }
  return resolved;
}

/** Reads the paths of all files in the packages. */
export async function readContents(
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

/** Reads entries of a repository database by their folder names. */
async function readMembers(
  repository: string,
  kind: 'db' | 'files',
  members: readonly { name: string; version: string }[],
  member: 'desc' | 'files',
  context: RunContext,
): Promise<string> {
  if (members.length === 0) return '';
  const invalid = members.find(({ name, version }) => !isPackageWord(name) || !isPackageWord(version));
  if (invalid !== undefined) {
    throw new DatabaseFault(
      `the database of ${repository} has a package with the invalid name ${JSON.stringify(`${invalid.name} ${invalid.version}`)}`,
    );
  }
  const read = hostCommand(
    ...splitWords(`bsdtar -xOf {scratch}/db/sync/${repository}.${kind} --`),
    ...members.map(({ name, version }) => `${name}-${version}/${member}`),
  );
  const end = await runCommand(read, RESOLVE_LIMIT, context, { capture: true });
  if (!succeeded(end)) {
    const why = end.tail.at(-1) ?? describeEnd(['bsdtar'], end, RESOLVE_LIMIT);
    throw new DatabaseFault(`the database of ${repository} cannot be read: ${why}`);
  }
  return end.stdout;
}

async function listPackageNames(context: RunContext): Promise<string[]> {
  const names: string[] = [];
  for (const list of ['-Slq', '-Sgq']) {
    const end = await runCommand(hostCommand(...pacmanQuery, list), RESOLVE_LIMIT, context, {
      capture: true,
    });
    names.push(...end.stdout.split('\n').filter(Boolean));
  }
  return names;
}

export function unknownPackage(
  { name, pointer, group }: Requirement,
  known: readonly string[],
): PackageFinding {
  const what = group === true ? 'package group' : 'package';
  const departed = Object.hasOwn(removedPackages, name) ? removedPackages[name] : undefined;
  const suggestion = departed === undefined ? suggestPackage(name, known) : departed.instead;
  const hint =
    departed === undefined
      ? hintFor(name, suggestion)
      : ((suggestion && `install ${suggestion} instead`) ??
        'choose another profile, or a mirror that has it');
  const finding = refusal(
    'package-unknown',
    `no repository on the mirrors has the ${what} ${name}${departed === undefined ? '' : `, which ${departed.why}`}`,
    defined({ pointer, hint }),
  );
  return { ...finding, unknown: name, ...defined({ suggestion }) };
}

/** Returns the known package that a name probably refers to; undefined if there is none. */
function suggestPackage(name: string, known: readonly string[]): string | undefined {
  // Checked before similar names are suggested, because `yay` is an AUR package and not a misspelt `yad`.
  if (isAurName(name)) return undefined;
  const alias = Object.hasOwn(packageAliases, name) ? packageAliases[name] : undefined;
  return alias !== undefined && known.includes(alias) ? alias : nearest(name, known);
}

function hintFor(name: string, suggestion: string | undefined): Wording | undefined {
  if (isAurName(name)) {
    return phrase`${name} looks like an AUR package, which Writ does not install; remove it and build it on the installed system, or pass a mirror that has it with ${term('mirror')}`;
  }
  return suggestion === undefined ? undefined : `did you mean ${suggestion}?`;
}

function packagesUnresolvable(errors: readonly string[]): Diagnostic {
  return refusal(
    'packages-unresolvable',
    ['the packages cannot be installed together', ...errors].join('; '),
  );
}

/** Returns the names of the packages on the mirrors that contain one of these paths. */
export async function packagesProviding(paths: readonly string[], context: RunContext): Promise<string[]> {
  const find = hostCommand(...pacmanQuery, ...splitWords('-F --machinereadable --'), ...paths);
  const end = await runCommand(find, RESOLVE_LIMIT, context, { capture: true });
  // An output line such as `extra\0openssh\01:9.2-1\0usr/lib/systemd/system/sshd.service`.
  return [...new Set(end.stdout.split('\n').flatMap((line) => line.split('\0')[1] ?? []))];
}
