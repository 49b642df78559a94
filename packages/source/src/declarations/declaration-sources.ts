import { existsSync, readFileSync } from 'node:fs';
import { SourceText } from '@writ/diagnostics';
import { createLookup, type Lookup } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';
import { parseDeclarations } from './parse-declarations.ts';

/** Compiled modules, by the declaration files beside them. Needs no parser of the language. */
export interface DeclarationSources extends Lookup {
  /** Of a module that nothing declares: one that declares nothing. */
  read(file: string): ModuleSource;
}

/** Reads declaration files, each once. */
export function createDeclarationSources(): DeclarationSources {
  const byFile = new Map<string, ModuleSource>();
  const read = (file: string): ModuleSource => {
    let source = byFile.get(file);
    if (source === undefined) byFile.set(file, (source = readDeclarations(file)));
    return source;
  };
  return { read, ...createLookup(read) };
}

/** `app.d.ts` of `app.js`, and of the `app.ts` that both were made from; undefined when it is not there. */
export function declarationFileOf(file: string): string | undefined {
  const declarations = /\.d\.[cm]?ts$/.test(file) ? file : file.replace(/\.([cm]?)[jt]sx?$/, '.d.$1ts');
  return declarations.endsWith('ts') && existsSync(declarations) ? declarations : undefined;
}

function readDeclarations(file: string): ModuleSource {
  const declarations = declarationFileOf(file);
  const content = declarations === undefined ? '' : readFileSync(declarations, 'utf8');
  const text = new SourceText(declarations ?? file, content);
  return {
    ...parseDeclarations(content),
    file: declarations ?? file,
    language: 'dts',
    text,
    defaults: text,
    comments: [],
    diagnostics: [],
  };
}
