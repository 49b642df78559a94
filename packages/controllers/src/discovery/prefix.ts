import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { isUnsupportedCode, supportedExtension } from './module-file.ts';
import { locatePackage } from './package-prefix.ts';
import { findEntries, findRoot, type ModuleRoot } from './module-root.ts';

/** The files and the folder that a prefix refers to. */
export interface PrefixRoot extends ModuleRoot {
  readonly prefix: string;
}

export interface DiscoveredPrefixes {
  readonly roots: readonly PrefixRoot[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Matches a file name that was passed as a prefix. */
const FILE_NAME = /\.[cm]?[jt]s$/;

/** Default prefixes, which are tried if no prefix is configured. */
const DEFAULT_PREFIXES = ['controllers', 'src.controllers', 'app.controllers'];

/**
 * Resolves each prefix to a module or folder below `directory`: `app.controllers` refers to `app/controllers.ts`,
 * `app/controllers/` or both, or otherwise to an installed package. Without prefixes, exactly one of the default
 * prefixes must exist.
 */
export function discoverPrefixes(directory: string, prefixes: readonly string[]): DiscoveredPrefixes {
  if (prefixes.length === 0) return discoverDefaultPrefix(directory);
  const roots: PrefixRoot[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const prefix of new Set(prefixes)) {
    const found = locatePrefix(directory, prefix);
    if ('prefix' in found) roots.push(found);
    else diagnostics.push(found);
  }
  return { roots, diagnostics };
}

function discoverDefaultPrefix(directory: string): DiscoveredPrefixes {
  const roots = DEFAULT_PREFIXES.map((prefix) => locatePrefix(directory, prefix)).filter(
    (found) => 'prefix' in found,
  );
  if (roots.length === 1) return { roots, diagnostics: [] };
  const formatFolders = (prefixes: readonly string[]): string =>
    new Intl.ListFormat('en-GB').format(prefixes.map((prefix) => `${prefix.replaceAll('.', '/')}/`));
  const problem =
    roots.length === 0
      ? finding('prefix-missing', `no controllers found in ${directory}`, {
          hint: `pass the module that contains them with --prefix; the defaults are ${formatFolders(DEFAULT_PREFIXES)}`,
        })
      : finding(
          'prefix-ambiguous',
          `controllers found in ${formatFolders(roots.map(({ prefix }) => prefix))}`,
          {
            hint: `choose one with ${roots.map(({ prefix }) => `--prefix=${prefix}`).join(' or ')}`,
          },
        );
  return { roots: [], diagnostics: [problem] };
}

function locatePrefix(directory: string, prefix: string): PrefixRoot | Diagnostic {
  const segments = prefix.split('.');
  const isModuleName = segments.every((segment) => /^[^\s./\\:]+$/.test(segment));
  const path = join(directory, ...segments);
  const found = isModuleName ? findEntries(path) : [];
  if (found.length === 0) {
    const installed = FILE_NAME.test(prefix) ? undefined : locatePackage(directory, prefix);
    if (installed !== undefined) return { prefix, ...installed };
    const isScoped = /^@[\w-]+\/[\w.-]+$/.test(prefix);
    if ((!isModuleName && !isScoped) || FILE_NAME.test(prefix)) return malformedPrefix(directory, prefix);
    return finding('prefix-missing', `module ${prefix} not found: neither ${path}.ts nor ${path}/ exists`, {
      hint:
        suggestSupportedKind(path) ??
        `a prefix is relative to the working directory (${directory}), or is the name of an installed package`,
    });
  }
  // A symbolic link could lead out of the directory.
  const real = realpathSync(directory);
  const linked = found.find((one) => !resolvesTo(one, join(real, relative(directory, one))));
  if (linked !== undefined) {
    return finding('prefix-linked', `${linked} is reached through a symbolic link; links are not followed`, {
      hint: 'replace the link with the folder itself, or start writ in the folder that contains the linked one',
    });
  }
  return { prefix, ...findRoot(path)! };
}

/** Returns the hint for a prefix whose only file is of a type that is never loaded, such as `pages.tsx`. */
function suggestSupportedKind(path: string): string | undefined {
  const folder = dirname(path);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = isFolder ? readdirSync(folder) : [];
  const other = files.find(
    (file) => isUnsupportedCode(file) && basename(file, extname(file)) === basename(path),
  );
  if (other === undefined) return undefined;
  const renamed = basename(path) + supportedExtension(other);
  return `${other} exists, but ${extname(other)} files are not loaded: rename it to ${renamed}`;
}

function malformedPrefix(directory: string, prefix: string): Diagnostic {
  const names = prefix.replace(FILE_NAME, '').split(/[./\\]+/);
  const name = names.filter(Boolean).join('.');
  return finding('prefix-malformed', `"${prefix}" is not the name of a module below ${directory}`, {
    hint: `a prefix is a module name such as app.controllers${name === '' || name === prefix ? '' : `; write ${name}`}`,
  });
}

function resolvesTo(path: string, expected: string): boolean {
  try {
    return realpathSync(path) === expected;
  } catch {
    // The symbolic link is broken.
    return false;
  }
}
