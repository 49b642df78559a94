import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The members of a `package.json` that locate types. */
interface PackageManifest {
  readonly exports?: unknown;
  readonly types?: unknown;
  readonly typings?: unknown;
  readonly main?: unknown;
}

/** Whether to find the file that contains the types of an import, or the file that runs. */
type Purpose = 'types' | 'runtime';

/** The conditions of `exports`, as the compiler applies them to an import, and as Node applies them. */
const CONDITIONS: Readonly<Record<Purpose, ReadonlySet<string>>> = {
  types: new Set(['types', 'import', 'node', 'default']),
  runtime: new Set(['import', 'module-sync', 'node', 'default']),
};

/**
 * Returns the path that an import of another package refers to, for its types or at run time. The path may lack an
 * extension. Returns undefined if the package is not installed or does not export it. Symbolic links of workspaces are
 * resolved.
 */
export function resolvePackage(
  from: string,
  specifier: string,
  purpose: Purpose = 'types',
): string | undefined {
  const [, name, subpath = ''] = /^((?:@[^/]+\/)?[^/@.#][^/]*)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined || specifier.includes(':')) return undefined;
  const folder = findPackage(dirname(from), name);
  const manifest = folder === undefined ? undefined : readManifest(folder);
  const target = manifest && targetOf(manifest, subpath, purpose);
  return folder === undefined || target === undefined ? undefined : join(realpathSync(folder), target);
}

function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

function readManifest(folder: string): PackageManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}

function targetOf(
  { exports, types, typings, main }: PackageManifest,
  subpath: string,
  purpose: Purpose,
): string | undefined {
  if (exports === undefined || exports === null) {
    if (subpath !== '') return subpath;
    const declared = purpose === 'types' ? [types, typings] : [];
    return [...declared, main].find((each) => typeof each === 'string') ?? 'index.js';
  }
  const conditions = CONDITIONS[purpose];
  const isMap = typeof exports === 'object' && Object.keys(exports).some((key) => key.startsWith('.'));
  const entries = Object.entries(isMap ? exports : { '.': exports });
  const request = `.${subpath}`;
  for (const [key, value] of entries) {
    if (key === request) return conditional(value, conditions);
    const [before = '', after] = key.split('*');
    if (after === undefined || !request.startsWith(before) || !request.endsWith(after)) continue;
    const wildcard = request.slice(before.length, request.length - after.length);
    return conditional(value, conditions)?.replaceAll('*', wildcard);
  }
  return undefined;
}

/** Returns the first target whose conditions apply. */
function conditional(value: unknown, conditions: ReadonlySet<string>): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const targets = Array.isArray(value)
    ? (value as unknown[])
    : Object.entries(value).flatMap(([key, target]) => (conditions.has(key) ? [target as unknown] : []));
  for (const target of targets) {
    const found = conditional(target, conditions);
    if (found !== undefined) return found;
  }
  return undefined;
}
