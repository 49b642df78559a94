import { readFileSync } from 'node:fs';
import { SourceText, type Diagnostic, type Range } from '@writ/diagnostics';
import type { Class, Comment, OxcError, Program, Span } from 'oxc-parser';
import { sourceFinding } from '../finding-codes.ts';
import { declarationsOf, type Declarations } from './declarations.ts';
import { requireParser } from '../parser.ts';

/** One file of users' code as it is written: the names and places of its classes and types. */
export interface ModuleSource extends Declarations {
  /** Absolute. */
  readonly file: string;
  /** `dts`: what a compiler declares about JavaScript; nothing there has a body or a default. */
  readonly language: 'ts' | 'js' | 'dts';
  /** Its `name` is the file as findings show it. */
  readonly text: SourceText;
  /** Where the defaults of parameters are: in the file itself, or in the JavaScript that it declares. */
  readonly defaults: SourceText;
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
    const diagnostics = [sourceFinding('module-unreadable', (error as Error).message, { file: name })];
    const text = new SourceText(name, '');
    return { ...NO_DECLARATIONS, file, language: 'ts', text, defaults: text, comments: [], diagnostics };
  }
  return parseModuleSource(file, new SourceText(name, content));
}

/** What a module imports, exports and declares; empty, with findings, when it has errors of syntax. */
export function parseModuleSource(file: string, text: SourceText): ModuleSource {
  return parseProgram(file, text).source;
}

/** The same with all of its syntax; empty when there are errors. */
export function parseProgram(
  file: string,
  text: SourceText,
): { readonly source: ModuleSource; readonly program: Program | undefined } {
  const language = languageOf(file);
  const { program, module, comments, errors } = requireParser()(file, text.text, {
    lang: /\.[jt]sx$/.test(file) ? 'tsx' : language,
    sourceType: 'module',
  });
  const source = { file, language, text, defaults: text, comments } as const;
  if (errors.length > 0) {
    const diagnostics = errors.map((error) => syntaxError(text, error));
    return { source: { ...NO_DECLARATIONS, ...source, diagnostics }, program: undefined };
  }
  const declarations = declarationsOf(program as Program, module, language === 'dts');
  return { source: { ...source, ...declarations, diagnostics: [] }, program: program as Program };
}

function languageOf(file: string): ModuleSource['language'] {
  if (/\.[cm]?js$/.test(file)) return 'js';
  return /\.d\.[cm]?ts$/.test(file) ? 'dts' : 'ts';
}

const NO_DECLARATIONS: Declarations = {
  classes: new Map(),
  types: new Map(),
  constants: new Map(),
  exports: new Map(),
  typeExports: new Map(),
  starExports: [],
  imports: new Map(),
};

function syntaxError(text: SourceText, { message, labels, helpMessage }: OxcError): Diagnostic {
  const [label] = labels;
  return sourceFinding('module-syntax', message, {
    file: text.name,
    ...(label === undefined ? {} : { range: rangeOf(text, label) }),
    ...(helpMessage === null ? {} : { hint: helpMessage }),
  });
}

/** The lines and columns of a node. */
export function rangeOf(text: SourceText, { start, end }: Pick<Span, 'start' | 'end'>): Range {
  return text.rangeAt(start, end);
}
