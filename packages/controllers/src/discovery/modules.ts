import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../findings.ts';
import { kebabCase } from '../names.ts';
import { isSkipped, MODULE_EXTENSIONS, moduleName, type ModuleFile } from './module-file.ts';
import type { PrefixRoot } from './prefix.ts';

export interface FoundModules {
  readonly modules: readonly ModuleFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Every module at and below the roots, in the order of their names. Symbolic links are not followed. */
export function findModules(roots: readonly PrefixRoot[]): FoundModules {
  const modules: ModuleFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { prefix, files, folder } of roots) {
    addFiles(files, () => []);
    if (folder !== undefined) walk(folder, []);

    function walk(path: string, bits: readonly string[]): void {
      const entries = readdirSync(path, { withFileTypes: true })
        .filter(({ name }) => !isSkipped(name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const inside = entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name));
      addFiles(inside, (name) => (name === 'index' ? bits : [...bits, kebabCase(name)]));
      for (const entry of entries) {
        if (!entry.isDirectory()) continue;
        const next = join(path, entry.name);
        if (isBit(entry.name)) walk(next, [...bits, kebabCase(entry.name)]);
        else diagnostics.push(unusable(next, entry.name));
      }
    }

    function addFiles(paths: readonly string[], bitsOf: (name: string) => readonly string[]): void {
      for (const file of paths) {
        const name = moduleName(basename(file));
        if (name === undefined || isShadowed(file, name, paths)) continue;
        if (!isBit(name)) diagnostics.push(unusable(file, name));
        else if (isCompiled(file, name)) diagnostics.push(compiled(file));
        else modules.push({ file, bits: bitsOf(name), prefix });
      }
    }
  }
  return { modules, diagnostics };
}

/** Whether the same module stands beside it in a kind that is chosen before. */
function isShadowed(file: string, name: string, files: readonly string[]): boolean {
  const variants = MODULE_EXTENSIONS.map((extension) => join(dirname(file), name + extension));
  return variants.slice(0, variants.indexOf(file)).some((variant) => files.includes(variant));
}

function isBit(name: string): boolean {
  return /^[\p{L}\p{N}._~-]+$/u.test(name) && kebabCase(name) !== '';
}

function unusable(file: string, name: string): Diagnostic {
  return finding('module-name', `the name "${name}" makes no path bit`, {
    file,
    hint: /^\[\w+\]$/.test(name)
      ? 'variables in file names are not understood yet: take the value as a parameter of the handler'
      : 'use letters, digits, "-", "_", "." and "~"; a name that begins with "_" is left out',
  });
}

function isCompiled(file: string, name: string): boolean {
  const declarations = file.endsWith('.mjs') ? '.d.mts' : '.d.ts';
  return /\.m?js$/.test(file) && existsSync(join(dirname(file), name + declarations));
}

function compiled(file: string): Diagnostic {
  return finding(
    'module-kind',
    'compiled controllers are not read yet: their signatures stand in the sources',
    {
      file,
      hint: 'name the folder of the TypeScript sources as the prefix',
    },
  );
}
