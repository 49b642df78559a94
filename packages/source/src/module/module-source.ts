import { readFileSync } from 'node:fs';
import { SourceText, type Diagnostic, type Range } from '@writ/diagnostics';
import type { Class, Program, Span, TSType } from '@oxc-project/types';
import { sourceFinding } from '../finding-codes.ts';
import { declarationsOf, type Declarations } from './declarations.ts';
import { requireParser, type Comment, type SyntaxIssue } from '../compiler.ts';

/** A source file, with its declarations, exports and imports. */
export interface ModuleSource extends Declarations {
  /** The absolute path of the file. */
  readonly file: string;
  /** `dts`: a declaration file, which contains neither bodies nor default values. */
  readonly language: 'ts' | 'js' | 'dts';
  /** The source text; its `name` is the file as displayed in findings. */
  readonly text: SourceText;
  /** The text that contains parameter default values: the file itself, or the JavaScript that it declares. */
  readonly defaults: SourceText;
  readonly comments: readonly Comment[];
  /** Why the file cannot be read or parsed; a file with such findings contributes no declarations. */
  readonly diagnostics: readonly Diagnostic[];
  /** Inside a generic declaration, the arguments of its type parameters, by name. */
  readonly typeArguments?: ReadonlyMap<string, TypeArgument>;
}

/** A type argument, and the module in which it is written. */
export interface TypeArgument {
  readonly module: ModuleSource;
  readonly node: TSType;
}

/** A class in a source file. */
export interface ClassSource {
  readonly module: ModuleSource;
  /** The local name of the class. */
  readonly name: string;
  readonly node: Class;
}

/** Reads and parses a file; `name` is its display name in findings. */
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

/**
 * Parses the imports, exports and declarations of a module. If it has syntax errors, returns no declarations, only the
 * findings.
 */
export function parseModuleSource(file: string, text: SourceText): ModuleSource {
  return parseProgram(file, text).source;
}

/** Parses a module and also returns its whole syntax tree, which is undefined if there are syntax errors. */
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

function syntaxError(text: SourceText, { message, labels, helpMessage }: SyntaxIssue): Diagnostic {
  const [label] = labels;
  return sourceFinding('module-syntax', message, {
    file: text.name,
    ...(label === undefined ? {} : { range: rangeOf(text, label) }),
    ...(helpMessage === null ? {} : { hint: helpMessage }),
  });
}

/** Returns the range of a node, in lines and columns. */
export function rangeOf(text: SourceText, { start, end }: Pick<Span, 'start' | 'end'>): Range {
  return text.rangeAt(start, end);
}
