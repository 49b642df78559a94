import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SourceText } from '@writ/diagnostics';
import type { Origin } from '@writ/http/kernel';

/** Locates the declaration of a class in a file; returns only the file if the class is not declared there. */
export function locateClass(name: string, file: string): Origin {
  const path = resolve(file);
  const source = new SourceText(path, readFileSync(path, 'utf8'));
  const declared = /^[\w$]+$/.test(name)
    ? new RegExp(`\\bclass\\s+(?=${name.replaceAll('$', '\\$')}(?![\\w$]))`).exec(source.text)
    : null;
  if (declared === null) return { file: path };
  const { line, column } = source.positionAt(declared.index + declared[0].length);
  return { file: path, line, column };
}
