import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { kebabCase } from '../naming/path-names.ts';
import { catchAllName } from '../naming/variable.ts';
import {
  extensionsFor,
  isUnsupportedCode,
  isSkipped,
  supportedExtension,
  moduleName,
  type ModuleFile,
} from './module-file.ts';
import type { PrefixRoot } from './prefix.ts';
import { findPoliciesModule, type PoliciesModule } from './policies-module.ts';
import { findSetupModule, misplacedSetup, type SetupModule } from './setup-module.ts';
import { checkCatchAlls, checkVariables } from './variables.ts';

export interface DiscoveredModules {
  readonly modules: readonly ModuleFile[];
  /** The `_policies` modules of the folders. */
  readonly policies: readonly PoliciesModule[];
  /** The `_setup` modules of the prefixes. */
  readonly setups: readonly SetupModule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds all modules at and below the roots, with the `index` of each folder first. Does not follow symbolic links. */
export function discoverModules(roots: readonly PrefixRoot[]): DiscoveredModules {
  const modules: ModuleFile[] = [];
  const policies: PoliciesModule[] = [];
  const setups: SetupModule[] = [];
  const diagnostics: Diagnostic[] = [];

  const addFiles = (
    prefix: string,
    files: readonly string[],
    toSegments: (name: string) => readonly string[],
  ): void => {
    for (const file of files) {
      const name = moduleName(basename(file));
      if (name === undefined || isShadowed(file, name, files)) continue;
      const catchAll = catchAllName(name);
      if (catchAll !== undefined) modules.push({ file, segments: toSegments(INDEX), prefix, catchAll });
      else if (isModuleSegment(name)) modules.push({ file, segments: toSegments(name), prefix });
      else diagnostics.push(invalidModuleName(file, name));
    }
  };

  const addFolder = (prefix: string, folder: string, segments: readonly string[]): void => {
    const all = readdirSync(folder, { withFileTypes: true });
    const fileNames = all.filter((entry) => entry.isFile()).map(({ name }) => name);
    const found = findPoliciesModule(folder, fileNames);
    if (found.file !== undefined) policies.push({ file: found.file, prefix, segments });
    diagnostics.push(...found.diagnostics);
    const setup = findSetupModule(folder, fileNames);
    if (setup !== undefined && segments.length === 0) setups.push({ file: setup, prefix });
    else if (setup !== undefined) diagnostics.push(misplacedSetup(setup));
    const entries = all
      .filter(({ name }) => !isSkipped(name))
      .toSorted((a, b) => Number(isIndex(b.name)) - Number(isIndex(a.name)) || (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    addFiles(prefix, files, (name) => (name === INDEX ? segments : [...segments, toSegment(name)]));
    diagnostics.push(...files.filter((file) => isUnsupportedModule(file, files)).map(unsupportedModule));
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      const inner = join(folder, name);
      if (isModuleSegment(name)) addFolder(prefix, inner, [...segments, toSegment(name)]);
      else diagnostics.push(invalidModuleName(inner, name));
    }
  };

  for (const { prefix, files, folder } of roots) {
    addFiles(prefix, files, () => []);
    if (folder !== undefined) addFolder(prefix, folder, []);
  }
  diagnostics.push(...checkVariables(modules), ...checkCatchAlls(modules));
  return { modules, policies, setups, diagnostics };
}

/** Name of the module that represents its folder. */
const INDEX = 'index';

function isIndex(fileName: string): boolean {
  return moduleName(fileName) === INDEX;
}

/** Whether the module also exists with a preferred extension. */
function isShadowed(file: string, name: string, files: readonly string[]): boolean {
  const folder = dirname(file);
  const variants = extensionsFor(folder).map((extension) => join(folder, name + extension));
  return variants.slice(0, variants.indexOf(file)).some((variant) => files.includes(variant));
}

/** Whether the file is of a type that is never loaded and no module has the same name. */
function isUnsupportedModule(file: string, files: readonly string[]): boolean {
  const base = file.slice(0, -extname(file).length);
  const variants = extensionsFor(dirname(file)).map((extension) => base + extension);
  return isUnsupportedCode(basename(file)) && !variants.some((variant) => files.includes(variant));
}

function unsupportedModule(file: string): Diagnostic {
  const extension = extname(file);
  const instead = supportedExtension(file);
  return finding(
    'module-kind',
    `${extension} files are not loaded, so the controllers in this file are not served`,
    {
      file,
      hint: `rename it to ${basename(file, extension)}${instead}, or begin its name with "_" if it has no controllers`,
    },
  );
}

function isModuleSegment(name: string): boolean {
  return VARIABLE.test(name) || (/^[\p{L}\p{N}._~-]+$/u.test(name) && kebabCase(name) !== '');
}

/** Matches a variable such as `[id]`: a parameter name in brackets. */
const VARIABLE = /^\[[\p{L}_$][\p{L}\p{N}_$]*\]$/u;

function toSegment(name: string): string {
  return VARIABLE.test(name) ? name : kebabCase(name);
}

function invalidModuleName(file: string, name: string): Diagnostic {
  return finding('module-name', `the name "${name}" is not a valid path segment`, {
    file,
    hint: /^\[+\.\.\./.test(name)
      ? 'for the rest of the path, create a file such as [...path].ts, named after the rest parameter of its handlers'
      : name.startsWith('[')
        ? 'for a variable, write a parameter name in brackets, such as [id]'
        : 'use letters, digits, "-", "_", "." and "~"; names that begin with "_" are ignored',
  });
}
