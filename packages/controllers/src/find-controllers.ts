import { resolve } from 'node:path';
import { hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { createSources, withDisplayPaths } from '@writ/source';
import { toMountedClass } from './classes/to-mounted-class.ts';
import { findRoutedClasses } from './classes/find-routed-classes.ts';
import type { Namespace } from './discovery/import-modules.ts';
import { discoverModules } from './discovery/modules.ts';
import { discoverPrefixes, type PrefixRoot } from './discovery/prefix.ts';
import { finding } from './finding-codes.ts';
import type { MountedClass } from './classes/mounted-class.ts';

/** The search location of controllers. */
export interface FindOptions {
  /** Module names below the directory, such as `app.controllers`; when empty, the default prefixes are tried. */
  readonly prefixes: readonly string[];
  /** Base directory of the prefixes (default: the working directory). */
  readonly directory?: string;
  /** Time limit for loading a module, in milliseconds (default: 10,000). */
  readonly importTime?: number;
}

/** The controllers below the prefixes. */
export interface DiscoveredControllers {
  readonly prefixes: readonly string[];
  /** Path segments of every module. */
  readonly modules: readonly { readonly segments: readonly string[] }[];
  readonly classes: readonly MountedClass[];
  /** Module namespaces by file. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly diagnostics: Diagnostic[];
  readonly source: (file: string) => SourceText | undefined;
}

/**
 * Finds the controllers below the prefixes, reads their signatures and imports them. Requires the source files and the
 * parser.
 */
export async function findControllers(options: FindOptions): Promise<DiscoveredControllers> {
  const directory = resolve(options.directory ?? '.');
  const sources = createSources();
  const prefixes = discoverPrefixes(directory, options.prefixes);
  const found = discoverModules(prefixes.roots);
  const diagnostics = [...prefixes.diagnostics, ...found.diagnostics].map(withDisplayPaths);
  const written = found.modules.map(({ file }) => sources.read(file));
  diagnostics.push(...written.flatMap((module) => module.diagnostics));

  // A syntax error also breaks all modules that import the file, so no module is imported and the error is reported
  // only once.
  const modules = hasErrors(written.flatMap((module) => module.diagnostics)) ? [] : found.modules;
  const { classes, namespaces } = await findRoutedClasses(modules, sources, options.importTime, diagnostics);
  const served = new Set(classes.map(({ prefix }) => prefix));
  const empty = prefixes.roots.filter(({ prefix }) => !served.has(prefix));
  // Report an empty prefix only if no other error explains why it is empty.
  if (!hasErrors(diagnostics)) diagnostics.push(...empty.map(emptyPrefix));
  return {
    prefixes: prefixes.roots.map(({ prefix }) => prefix),
    modules,
    classes: classes.map(toMountedClass),
    namespaces,
    diagnostics,
    source: sources.textOf,
  };
}

function emptyPrefix({ prefix }: PrefixRoot): Diagnostic {
  return finding('prefix-empty', `no controller found in ${prefix}`, {
    hint: 'write export class Default extends Controller { GET() { … } }; classes that are not exported are not served',
  });
}
