import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SourceText } from '@writ/diagnostics';
import { declarationsBeside, joinCompiled } from './compiled.ts';
import { readModuleSource, type ClassSource, type ModuleSource } from './module-source.ts';

/** Every file that was read, each once. */
export interface Sources {
  /** Of JavaScript with a declaration file beside it, what both say together. */
  read(file: string): ModuleSource;
  /** The text of a file as findings name it; for their excerpts. */
  textOf(name: string): SourceText | undefined;
  /** The class that `name` means in a module: declared there, or imported by a relative path. */
  findClass(module: ModuleSource, name: string): ClassSource | undefined;
}

export function createSources(): Sources {
  const byFile = new Map<string, ModuleSource>();
  const byName = new Map<string, SourceText>();

  function read(file: string): ModuleSource {
    const known = byFile.get(file);
    if (known !== undefined) return known;
    const declarations = declarationsBeside(file);
    let source = readModuleSource(file, shownName(file));
    byName.set(source.text.name, source.text);
    if (declarations !== undefined) {
      source = joinCompiled(readModuleSource(declarations, shownName(declarations)), source);
      byName.set(source.text.name, source.text);
    }
    byFile.set(file, source);
    return source;
  }

  function findClass(
    module: ModuleSource,
    name: string,
    seen: ReadonlySet<string> = new Set(),
  ): ClassSource | undefined {
    const key = `${module.file}\0${name}`;
    if (seen.has(key)) return undefined;
    const node = module.classes.get(name);
    if (node !== undefined) return { module, name, node };
    const imported = module.imports.get(name);
    if (imported?.name === undefined) return undefined;
    const file = resolveRelative(module.file, imported.specifier);
    if (file === undefined) return undefined;
    return findExport(read(file), imported.name, new Set([...seen, key]));
  }

  function findExport(
    module: ModuleSource,
    name: string,
    seen: ReadonlySet<string>,
  ): ClassSource | undefined {
    const exported = module.exports.get(name);
    if (exported === undefined) return undefined;
    if ('local' in exported) return findClass(module, exported.local, seen);
    const file = resolveRelative(module.file, exported.specifier);
    if (file === undefined || exported.name === undefined || seen.has(file)) return undefined;
    return findExport(read(file), exported.name, new Set([...seen, file]));
  }

  return { read, textOf: (name) => byName.get(name), findClass: (module, name) => findClass(module, name) };
}

/** How findings name a file, and the kernel too: below the working directory by its path from there. */
export function shownName(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path;
}

function resolveRelative(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const file = fileURLToPath(new URL(specifier, pathToFileURL(from)));
  // A declaration file may name the sources that its neighbours were compiled from.
  return [file, file.replace(/\.(m?)ts$/, '.$1js')].find((one) => existsSync(one));
}
