import { existsSync, readFileSync } from 'node:fs';
import { SourceText } from '@writ/diagnostics';
import type { Comment } from '../compiler.ts';
import { createLookup, type Lookup } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';
import { parseDeclarations } from './parse-declarations.ts';

/** Reads the declarations of compiled modules from the declaration files next to them. Works without the compiler. */
export interface DeclarationSources extends Lookup {
  /** Returns the declarations of a module; empty if it has no declaration file. */
  read(file: string): ModuleSource;
}

/** Creates a reader for declaration files that reads each file once. */
export function createDeclarationSources(): DeclarationSources {
  const byFile = new Map<string, ModuleSource>();
  const read = (file: string): ModuleSource => {
    let source = byFile.get(file);
    if (source === undefined) byFile.set(file, (source = readDeclarations(file)));
    return source;
  };
  return { read, ...createLookup(read) };
}

/** Returns the declaration file `app.d.ts` of `app.js` or of its source `app.ts`; undefined if it does not exist. */
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
    comments: commentsIn(content),
    diagnostics: [],
  };
}

/** Returns the JSDoc comments of a declaration file. */
function commentsIn(text: string): readonly Comment[] {
  return [...text.matchAll(/\/\*(\*[^]*?)\*\//g)].map(({ index, 0: comment, 1: value = '' }) => ({
    type: 'Block',
    value,
    start: index,
    end: index + comment.length,
  }));
}
