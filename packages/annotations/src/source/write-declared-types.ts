import { readFileSync } from 'node:fs';
import { SourceText, hasErrors, ruleMembers, type Diagnostic } from '@writ/diagnostics';
import { displayPath } from '@writ/diagnostics/internal';
import {
  createSources,
  importSpecifier,
  parseProgram,
  rangeOf,
  type ModuleSource,
  type ValueSource,
} from '@writ/source';
import type { Class } from '@oxc-project/types';
import { RULES } from '../findings/finding-codes.ts';
import { decoratedClasses, isDecorated } from './decorated-classes.ts';
import { importedModules } from './imported-modules.ts';
import { recordClass, type ClassRecord } from './record-class.ts';
import { SchemaImports } from './schema-imports.ts';

/** The modules to read and the module to write. */
export interface DeclaredTypesOptions {
  /** The absolute paths of modules with annotated classes, or of modules that import them. */
  readonly files: readonly string[];
  /** The absolute path of the module to write. */
  readonly output: string;
}

/** The module of declared types, with findings. */
export interface WrittenTypes {
  /** The module's text, without a header; undefined if there are errors. */
  readonly text: string | undefined;
  /** The number of classes in the module. */
  readonly classes: number;
  /** Syntax errors, and warnings about classes that are not exported. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the text of a file in the findings, for excerpts. */
  readonly source: (file: string) => SourceText | undefined;
}

/** The declared types of one module. */
interface RecordedModule {
  readonly file: string;
  readonly classes: readonly (readonly [exportName: string, recorded: ClassRecord])[];
}

/**
 * Generates a module with the declared types of annotated classes, for the application to import. Reads the files and
 * their imports without running them.
 */
export function writeDeclaredTypes({ files, output }: DeclaredTypesOptions): WrittenTypes {
  const sources = createSources();
  const sourceTexts = new Map<string, SourceText>();
  const diagnostics: Diagnostic[] = [];
  const modules: RecordedModule[] = [];
  const waiting = new Set(files);
  for (const file of waiting) {
    // Skip the output of an earlier run: its imports may be outdated and must not be followed.
    if (file === output) continue;
    const text = new SourceText(displayPath(file), readFileSync(file, 'utf8'));
    sourceTexts.set(text.name, text);
    const { source, program } = parseProgram(file, text);
    diagnostics.push(...source.diagnostics);
    if (program === undefined) continue;
    for (const each of importedModules(program, file)) waiting.add(each);
    const classes = decoratedClasses(program, source).flatMap(({ node, module }) => {
      const recorded = recordClass(node, module, sources, isDecorated, isExported);
      if (recorded === undefined) return [];
      const exportName = exportNameOf(node, source);
      if (exportName === undefined) diagnostics.push(unexportedClass(node, source));
      return exportName === undefined ? [] : [[exportName, recorded] as const];
    });
    if (classes.length > 0) modules.push({ file, classes });
  }
  const count = modules.reduce((sum, { classes }) => sum + classes.length, 0);
  const text = hasErrors(diagnostics) ? undefined : formatModule(modules, output);
  return { text, classes: count, diagnostics, source: (file) => sourceTexts.get(file) };
}

function isExported({ exportName }: ValueSource): boolean {
  return exportName !== undefined;
}

function exportNameOf(node: Class, { classes, exports }: ModuleSource): string | undefined {
  const [local] = [...classes].find(([, each]) => each === node) ?? [];
  const [exportName] = [...exports].find(([, each]) => 'local' in each && each.local === local) ?? [];
  return exportName;
}

function unexportedClass(node: Class, { text }: ModuleSource): Diagnostic {
  const name = node.id?.name ?? 'a class';
  return {
    ...ruleMembers(RULES['unexported-class']),
    message: `${name} is not exported, so the generated module cannot import it: its declared types are omitted`,
    hint: `export ${node.id === null ? 'it' : name} from ${text.name}`,
    file: text.name,
    range: rangeOf(text, node.id ?? { start: node.start, end: node.start + 'class'.length }),
  };
}

function formatModule(modules: readonly RecordedModule[], output: string): string {
  const imports = modules.map(
    ({ file }, index) => `import * as module${index} from ${JSON.stringify(importSpecifier(file, output))};`,
  );
  const schemas = new SchemaImports(output);
  const calls = modules.flatMap(({ classes }, index) =>
    classes.map(
      ([name, recorded]) =>
        `declareTypes(() => module${index}[${JSON.stringify(name)}], ${schemas.format(recorded)});`,
    ),
  );
  const declare = `import { declareTypes } from '@writ/annotations/declared';`;
  return [declare, ...imports, ...schemas.statements, '', ...calls, ''].join('\n');
}
