import { resolve } from 'node:path';
import { hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { createSources, withDisplayPaths } from '@writ/source';
import { toMountedClass } from './classes/to-mounted-class.ts';
import { findRoutedClasses } from './classes/find-routed-classes.ts';
import { importModules, type Namespace } from './discovery/import-modules.ts';
import { discoverModules } from './discovery/modules.ts';
import { discoverPrefixes, type PrefixRoot } from './discovery/prefix.ts';
import { finding } from './finding-codes.ts';
import type { MountedClass } from './classes/mounted-class.ts';
import type { PolicyFolder } from './policies/policy-folder.ts';
import { readSetup } from './classes/read-setup.ts';
import type { Setup } from './classes/setup.ts';
import { readPolicyFolder } from './classes/read-policy-folder.ts';
import type { RoutedClass } from './classes/routed-class.ts';
import { SOCKET } from './naming/verbs.ts';
import type { ToWebSocketRoute } from './run/sockets.ts';

/** The location in which to search for controllers. */
export interface FindOptions {
  /** Module names below the directory, such as `app.controllers`; when empty, the default prefixes are tried. */
  readonly prefixes: readonly string[];
  /** Base directory of the prefixes (default: the working directory). */
  readonly directory?: string;
  /** Time limit for loading a module, in milliseconds (default: 10,000). */
  readonly importTime?: number;
}

/** The controllers under the prefixes. */
export interface DiscoveredControllers {
  readonly prefixes: readonly string[];
  /** Path segments of every module. */
  readonly modules: readonly { readonly segments: readonly string[] }[];
  readonly classes: readonly MountedClass[];
  /** The folders that set policies. */
  readonly folders: readonly PolicyFolder[];
  /** The functions that set up the application. */
  readonly setups: readonly Setup[];
  /** Set if one of the classes has the handler `SOCKET`. */
  readonly toWebSocketRoute: ToWebSocketRoute | undefined;
  /** Module namespaces by file. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly diagnostics: Diagnostic[];
  readonly source: (file: string) => SourceText | undefined;
}

/**
 * Finds the controllers under the prefixes, reads their signatures and imports them. Requires the source files and the
 * parser.
 */
export async function findControllers(options: FindOptions): Promise<DiscoveredControllers> {
  const directory = resolve(options.directory ?? '.');
  const sources = createSources();
  const prefixes = discoverPrefixes(directory, options.prefixes);
  const found = discoverModules(prefixes.roots);
  const diagnostics = [...prefixes.diagnostics, ...found.diagnostics].map(withDisplayPaths);
  const written = [...found.policies, ...found.setups, ...found.modules].map(({ file }) =>
    sources.read(file),
  );
  diagnostics.push(...written.flatMap((module) => module.diagnostics));

  // A syntax error also breaks all modules that import the file, so no module is imported and the error is reported
  // only once.
  const isBroken = hasErrors(written.flatMap((module) => module.diagnostics));
  const modules = isBroken ? [] : found.modules;
  const policies = isBroken ? [] : found.policies;
  const setupModules = isBroken ? [] : found.setups;
  const imported = await importModules(
    [...policies, ...setupModules].map(({ file }) => file),
    options.importTime,
  );
  diagnostics.push(...imported.diagnostics.map(withDisplayPaths));
  const folders = policies.flatMap((module) => {
    const namespace = imported.namespaces.get(module.file);
    if (namespace === undefined) return [];
    const { folder, diagnostics: own } = readPolicyFolder(module, sources.read(module.file), namespace);
    diagnostics.push(...own);
    return [folder];
  });
  const setups = setupModules.flatMap((module) => {
    const namespace = imported.namespaces.get(module.file);
    if (namespace === undefined) return [];
    const read = readSetup(module, sources.read(module.file), namespace);
    if ('setup' in read) return [read];
    diagnostics.push(read);
    return [];
  });
  const { classes, namespaces } = await findRoutedClasses(modules, sources, options.importTime, diagnostics);
  const served = new Set(classes.map(({ prefix }) => prefix));
  const empty = prefixes.roots.filter(({ prefix }) => !served.has(prefix));
  // Report an empty prefix only if no other error explains why it is empty.
  if (!hasErrors(diagnostics)) diagnostics.push(...empty.map(emptyPrefix));
  return {
    prefixes: prefixes.roots.map(({ prefix }) => prefix),
    modules,
    classes: classes.map(toMountedClass),
    folders,
    setups,
    toWebSocketRoute: await loadWebSockets(classes),
    namespaces: new Map([...imported.namespaces, ...namespaces]),
    diagnostics,
    source: sources.textOf,
  };
}

/** Loads the implementation of WebSockets if a class has the handler `SOCKET`; otherwise returns undefined. */
async function loadWebSockets(classes: readonly RoutedClass[]): Promise<ToWebSocketRoute | undefined> {
  const isUsed = classes.some(({ handlers }) => handlers.some(({ verb }) => verb === SOCKET));
  if (!isUsed) return undefined;
  // Bundlers would follow a literal and include `ws`, whose optional dependencies webpack does not find.
  const specifier = ['@writ/http', 'websocket'].join('/');
  const { toWebSocketRoute } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ specifier
  )) as typeof import('@writ/http/websocket');
  return toWebSocketRoute;
}

function emptyPrefix({ prefix }: PrefixRoot): Diagnostic {
  return finding('prefix-empty', `no controller found in ${prefix}`, {
    hint: 'write export class Default extends Controller { GET() { … } }; classes that are not exported are not served',
  });
}
