import { displayPath } from '@writ/diagnostics/internal';
import type { SourceText } from '@writ/diagnostics';
import { findDeclarationFile, joinCompiled } from './compiled.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { readModuleSource, type ModuleSource } from './module-source.ts';

/** Every file that was read, each once. */
export interface Sources extends Lookup {
  /** Of JavaScript with a declaration file beside it, what both say together. */
  read(file: string): ModuleSource;
  /** The text of a file as findings name it; for their excerpts. */
  textOf(name: string): SourceText | undefined;
}

/** `onRead` is called with every file that is looked into, again each time. */
export function createSources(onRead?: (file: string) => void): Sources {
  const byFile = new Map<string, ModuleSource>();
  const byName = new Map<string, SourceText>();

  function read(file: string): ModuleSource {
    onRead?.(file);
    const known = byFile.get(file);
    if (known !== undefined) return known;
    const declarations = findDeclarationFile(file);
    let source = readModuleSource(file, displayPath(file));
    byName.set(source.text.name, source.text);
    if (declarations !== undefined) {
      source = joinCompiled(readModuleSource(declarations, displayPath(declarations)), source);
      byName.set(source.text.name, source.text);
    }
    byFile.set(file, source);
    return source;
  }

  return { read, textOf: (name) => byName.get(name), ...createLookup(read) };
}
