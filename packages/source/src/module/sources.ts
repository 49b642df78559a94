import { displayPath } from '@writ/diagnostics/internal';
import type { SourceText } from '@writ/diagnostics';
import { findDeclarationFile, joinCompiled } from './compiled.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { readModuleSource, type ModuleSource } from './module-source.ts';

/** The source files of an application, each of which is read once. */
export interface Sources extends Lookup {
  /** Reads a file. JavaScript is combined with the declaration file next to it, if this file exists. */
  read(file: string): ModuleSource;
  /** Returns the text of a file by its display name, for excerpts in findings. */
  textOf(name: string): SourceText | undefined;
}

/** Creates a reader for source files. `onRead` is called each time a file is requested, including cached files. */
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
