import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moduleName } from './module-file.ts';
import { findRoot, type ModuleRoot } from './module-root.ts';

/** Matches package names and modules inside packages: `notes`, `@acme/notes`, `@acme/notes.pages.old`. */
const PACKAGE = /^((?:@[\w-]+\/)?[\w-]+)((?:\.[^\s./\\:]+)*)$/;

/**
 * Resolves a package prefix to the package's entry point, or to a module next to the entry point or in the root folder;
 * undefined if there is none. An entry point named `index` includes all modules in and below its folder.
 */
export function locatePackage(directory: string, prefix: string): ModuleRoot | undefined {
  const [, name, rest = ''] = PACKAGE.exec(prefix) ?? [];
  const top = name === undefined ? undefined : findPackage(directory, name);
  if (top === undefined) return undefined;
  const entry = join(top, readEntry(top));
  const segments = rest.split('.').filter(Boolean);
  if (segments.length > 0)
    return findRoot(join(dirname(entry), ...segments)) ?? findRoot(join(top, ...segments));
  if (!existsSync(entry)) return undefined;
  return moduleName(basename(entry)) === 'index' ? { files: [], folder: dirname(entry) } : { files: [entry] };
}

/** Searches `node_modules` from a directory upwards. Follows the links of workspaces and package managers. */
function findPackage(directory: string, name: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (folder === dirname(folder)) return undefined;
  }
}

interface Manifest {
  readonly exports?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
}

function readEntry(top: string): string {
  let manifest: Manifest = {};
  try {
    manifest = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as Manifest;
  } catch {
    // The error is reported when the package's modules are imported.
  }
  const { exports, module, main } = manifest;
  return [resolveTarget(exports), module, main].find((each) => typeof each === 'string') ?? 'index.js';
}

/** Returns the target of the `.` entry in `exports`. */
function resolveTarget(exports: unknown): unknown {
  if (typeof exports !== 'object' || exports === null) return exports;
  const known = exports as Readonly<Record<string, unknown>>;
  return resolveTarget(known['.'] ?? known['import'] ?? known['node'] ?? known['default']);
}
