import { readFileSync } from 'node:fs';
import { SourceText, type Diagnostic, type Range } from '@writ/diagnostics';
import { parseSync, type Class, type Comment, type OxcError, type Program, type Span } from 'oxc-parser';
import { finding } from '../findings.ts';
import { declarationsOf, type Declarations } from './declarations.ts';

/** One file of users' code as it is written: what its classes and types are called and where they stand. */
export interface ModuleSource extends Declarations {
  /** Absolute. */
  readonly file: string;
  readonly language: 'ts' | 'js';
  /** Its `name` is the file as findings show it. */
  readonly text: SourceText;
  readonly comments: readonly Comment[];
  /** Syntax errors; then there are no declarations. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A class as it is written. */
export interface ClassSource {
  readonly module: ModuleSource;
  /** The name it was declared under. */
  readonly name: string;
  readonly node: Class;
}

/** Reads and parses a file; `name` is how findings show it. */
export function readModuleSource(file: string, name: string): ModuleSource {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const diagnostics = [finding('module-unreadable', (error as Error).message, { file: name })];
    return { ...NOTHING, file, language: 'ts', text: new SourceText(name, ''), comments: [], diagnostics };
  }
  return parseModuleSource(file, new SourceText(name, content));
}

export function parseModuleSource(file: string, text: SourceText): ModuleSource {
  const language = /\.m?js$/.test(file) ? 'js' : 'ts';
  const { program, module, comments, errors } = parseSync(file, text.text, {
    lang: language,
    sourceType: 'module',
  });
  const source = { file, language, text, comments } as const;
  if (errors.length > 0) {
    return { ...NOTHING, ...source, diagnostics: errors.map((error) => syntaxError(text, error)) };
  }
  return { ...source, ...declarationsOf(program as Program, module), diagnostics: [] };
}

const NOTHING: Declarations = {
  classes: new Map(),
  types: new Map(),
  exports: new Map(),
  imports: new Map(),
};

function syntaxError(text: SourceText, { message, labels, helpMessage }: OxcError): Diagnostic {
  const [label] = labels;
  return finding('module-syntax', message, {
    file: text.name,
    ...(label === undefined ? {} : { range: rangeOf(text, label) }),
    ...(helpMessage === null ? {} : { hint: helpMessage }),
  });
}

export function rangeOf(text: SourceText, { start, end }: Pick<Span, 'start' | 'end'>): Range {
  return text.rangeAt(start, end);
}
