import { readFileSync } from 'node:fs';
import { SourceText, hasErrors, ruleMembers, type Diagnostic } from '@writ/diagnostics';
import { displayPath } from '@writ/diagnostics/internal';
import { createSources, importSpecifier, parseProgram, rangeOf, type ModuleSource } from '@writ/source';
import type { Class } from 'oxc-parser';
import type { RecordedClass } from '../declared-types/recorded-class.ts';
import { RULES } from '../findings/finding-codes.ts';
import { decoratedClasses, isDecorated } from './decorated-classes.ts';
import { importedModules } from './imported-modules.ts';
import { recordClass } from './record-class.ts';

/** Which modules are read, and which module is written. */
export interface DeclaredTypesOptions {
  /** Modules with annotated classes, or that import such; absolute. */
  readonly files: readonly string[];
  /** The absolute path of the module. */
  readonly output: string;
}

/** The module of declared types, and what was found on the way. */
export interface WrittenTypes {
  /** The module's text, after a head; undefined when there are errors. */
  readonly text: string | undefined;
  /** How many classes it has. */
  readonly classes: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly source: (file: string) => SourceText | undefined;
}

/** What one module declares. */
interface RecordedModule {
  readonly file: string;
  readonly classes: readonly (readonly [exportName: string, record: RecordedClass])[];
}

/**
 * The types that annotated classes declare, as a module for the application to import. Reads the files and what they
 * import, and runs none of them.
 */
export function writeDeclaredTypes({ files, output }: DeclaredTypesOptions): WrittenTypes {
  const sources = createSources();
  const texts = new Map<string, SourceText>();
  const diagnostics: Diagnostic[] = [];
  const modules: RecordedModule[] = [];
  const waiting = new Set(files);
  for (const file of waiting) {
    // The one that is written now says what was declared before.
    if (file === output) continue;
    const text = new SourceText(displayPath(file), readFileSync(file, 'utf8'));
    texts.set(text.name, text);
    const { source, program } = parseProgram(file, text);
    diagnostics.push(...source.diagnostics);
    if (program === undefined) continue;
    for (const each of importedModules(program, file)) waiting.add(each);
    const classes = decoratedClasses(program, source).flatMap(({ node, module }) => {
      const record = recordClass(node, module, sources, isDecorated);
      if (record === undefined) return [];
      const exportName = exportNameOf(node, source);
      if (exportName === undefined) diagnostics.push(unexportedClass(node, source));
      return exportName === undefined ? [] : [[exportName, record] as const];
    });
    if (classes.length > 0) modules.push({ file, classes });
  }
  const count = modules.reduce((sum, { classes }) => sum + classes.length, 0);
  const text = hasErrors(diagnostics) ? undefined : formatModule(modules, output);
  return { text, classes: count, diagnostics, source: (file) => texts.get(file) };
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
    message: `${name} is not exported, so a written module cannot name it: the types that it declares are not written`,
    hint: `export ${node.id === null ? 'it' : name} from ${text.name}`,
    file: text.name,
    range: rangeOf(text, node.id ?? { start: node.start, end: node.start + 'class'.length }),
  };
}

function formatModule(modules: readonly RecordedModule[], output: string): string {
  const imports = modules.map(
    ({ file }, index) => `import * as module${index} from ${JSON.stringify(importSpecifier(file, output))};`,
  );
  const calls = modules.flatMap(({ classes }, index) =>
    classes.map(
      ([name, record]) =>
        `declareTypes(() => module${index}[${JSON.stringify(name)}], ${JSON.stringify(record)});`,
    ),
  );
  return [`import { declareTypes } from '@writ/annotations/declared';`, ...imports, '', ...calls, ''].join(
    '\n',
  );
}
