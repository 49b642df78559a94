import { resolve } from 'node:path';
import { hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import type { Matcher } from '@writ/http';
import { placed } from './classes/placed.ts';
import { createClassFinder } from './classes/routed-class.ts';
import { importModules } from './discovery/import.ts';
import { findModules } from './discovery/modules.ts';
import { findPrefixes } from './discovery/prefix.ts';
import { finding } from './findings.ts';
import { createMatcher } from './matcher.ts';
import { createSources, shownName } from './source/sources.ts';
import { buildTree } from './tree/build.ts';

export interface LoadOptions {
  /** Module names below the directory, such as `app.controllers`; when empty, the usual places are tried. */
  readonly prefixes: readonly string[];
  /** Where prefixes count from; the working directory when not given. */
  readonly directory?: string;
  /** The path under which they are mounted, such as `/pages`; `/` when not given. */
  readonly path?: string;
  /** Milliseconds that a module may take to load; 10 s when not given. */
  readonly importTime?: number;
}

export interface LoadedControllers {
  /** For `router.mount`. */
  readonly matcher: Matcher;
  /** For `router.report`, which throws all errors at once when the router is built. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of a file that a finding names; for `renderText`. */
  readonly source: (file: string) => SourceText | undefined;
}

/**
 * Finds the controllers below the prefixes, reads their signatures and imports them.
 *
 *     const pages = await loadControllers({ prefixes: ['app.pages'] });
 *     router.mount(pages.matcher).report(...pages.diagnostics);
 *
 * Never throws for what is wrong with users' code: that is told as findings, all at once.
 */
export async function loadControllers(options: LoadOptions): Promise<LoadedControllers> {
  const directory = resolve(options.directory ?? '.');
  const base = (options.path ?? '').split('/').filter(Boolean);
  const sources = createSources();
  const prefixes = findPrefixes(directory, options.prefixes);
  const found = findModules(prefixes.roots);
  const diagnostics = [...prefixes.diagnostics, ...found.diagnostics].map(shown);
  const written = found.modules.map(({ file }) => sources.read(file));
  diagnostics.push(...written.flatMap((module) => module.diagnostics));

  // What one file's syntax breaks, others cannot import: that is told once.
  const modules = hasErrors(written.flatMap((module) => module.diagnostics)) ? [] : found.modules;
  const imported = await importModules(
    modules.map(({ file }) => file),
    options.importTime,
  );
  diagnostics.push(...imported.diagnostics.map(shown));
  const findClasses = createClassFinder(sources, diagnostics);
  const empty = new Set(prefixes.roots.map(({ prefix }) => prefix));
  const classes = modules.flatMap((module) => {
    const namespace = imported.namespaces.get(module.file);
    const routed = namespace === undefined ? [] : findClasses(module, namespace);
    if (routed.length > 0) empty.delete(module.prefix);
    return routed;
  });
  // What is wrong otherwise may be the reason.
  if (!hasErrors(diagnostics)) diagnostics.push(...[...empty].map(emptyPrefix));
  const tree = buildTree(modules, classes.map(placed), base, diagnostics);
  const name = `controllers ${prefixes.roots.map(({ prefix }) => prefix).join(', ')}`.trim();
  return { matcher: createMatcher(name, tree), diagnostics, source: sources.textOf };
}

function emptyPrefix(prefix: string): Diagnostic {
  return finding('prefix-empty', `no controller stands in ${prefix}`, {
    hint: 'write export class Default extends Controller { GET() { … } }; what is not exported is not served',
  });
}

/** Stages before the sources know absolute paths only. */
function shown(diagnostic: Diagnostic): Diagnostic {
  const { file, related } = diagnostic;
  return {
    ...diagnostic,
    ...(file === undefined ? {} : { file: shownName(file) }),
    ...(related === undefined
      ? {}
      : {
          related: related.map((place) =>
            place.file === undefined ? place : { ...place, file: shownName(place.file) },
          ),
        }),
  };
}
