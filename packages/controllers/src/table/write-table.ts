/** @module Generates one module from controllers, for `writ build`. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { Router, Toolkit } from '@writ/http';
import { findControllers, type FindOptions } from '../find-controllers.ts';
import { finding } from '../finding-codes.ts';
import { createMatcher } from '../matcher.ts';
import { buildTree } from '../tree/build.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import type { Setup } from '../classes/setup.ts';
import type { PolicyFolder } from '../policies/policy-folder.ts';
import { writeExpression, UnexportedValueError } from './expression.ts';
import { createImports, type Imports } from './imports.ts';
import { collectReferences } from './references.ts';
import { SharedValues } from './shared-values.ts';
import { TABLE_VERSION } from './table.ts';
import { withoutDerivedTypes } from './derived-types.ts';

/** Options for `writeTable`: the controllers to read and the module to write. */
export interface WriteOptions extends FindOptions {
  /** Absolute path of the module. If it is a JavaScript file, no types are written. */
  readonly output: string;
}

/** The source of the table's module, and the findings. */
export interface BuiltTable {
  /** Source code of the module; undefined if there are errors. */
  readonly text: string | undefined;
  /** Number of routes, including those of aliases. */
  readonly routes: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the text of a file to which a finding refers, for `renderText`. */
  readonly source: (file: string) => SourceText | undefined;
}

/** The beginning of the first line of every table. */
export const TABLE_HEAD = '// Written by writ build';

/**
 * Generates one module from the controllers under the prefixes, to be served by `Application.from`. The caller writes
 * the file.
 */
export async function writeTable({ output, ...options }: WriteOptions): Promise<BuiltTable> {
  const found = await findControllers(options);
  const { prefixes, modules, classes, folders, setups, toWebSocketRoute, namespaces, diagnostics, source } =
    found;
  const matcher = createMatcher('controllers', buildTree(found, [], diagnostics));
  const imports = createImports(collectReferences(namespaces));
  const typed = !/\.[cm]?js$/.test(output);
  const lines = writeClasses(classes, imports, typed, diagnostics);
  const folderLines = folders.map((folder) => writeFolder(folder, imports, diagnostics));
  const setupLines = setups.map((setup) => writeSetup(setup, imports, diagnostics));
  const inside = prefixes.find((prefix) =>
    isBelow(output, resolve(options.directory ?? '.', ...prefix.split('.'))),
  );
  if (inside !== undefined) diagnostics.push(tableBelowPrefix(inside));
  const all = new Router(new Toolkit())
    .mount(matcher)
    .report(...diagnostics)
    .diagnostics();
  const routes = matcher.routes.length;
  if (hasErrors(all)) return { text: undefined, routes, diagnostics: all, source };
  const text = [
    `${TABLE_HEAD}${prefixes.map((prefix) => ` --prefix=${prefix}`).join('')}; changes are overwritten.`,
    `import { at${typed ? ', type ControllersTable' : ''} } from '@writ/controllers/table';`,
    ...(toWebSocketRoute === undefined
      ? []
      : ["import { toWebSocketRoute } from '@writ/controllers/websocket';"]),
    ...imports.statements(output),
    '',
    ...lines.constants,
    `export const controllers${typed ? ': ControllersTable' : ''} = {`,
    `  version: ${TABLE_VERSION},`,
    `  prefixes: ${JSON.stringify(prefixes)},`,
    `  modules: ${JSON.stringify(modules.map(({ segments }) => segments))},`,
    '  classes: [',
    ...lines.classes,
    '  ],',
    '  folders: [',
    ...folderLines,
    '  ],',
    '  setups: [',
    ...setupLines,
    '  ],',
    ...(toWebSocketRoute === undefined ? [] : ['  toWebSocketRoute,']),
    '};',
    '',
  ].join('\n');
  return { text, routes, diagnostics: all, source };
}

/** Returns the lines of the classes, and the declarations of the constants to which they refer. */
function writeClasses(
  classes: readonly MountedClass[],
  { nameOf }: Imports,
  typed: boolean,
  diagnostics: Diagnostic[],
): { readonly constants: readonly string[]; readonly classes: readonly string[] } {
  const shared = new SharedValues(nameOf, typed);
  const all = classes.map((mounted) => ({ mounted, handlers: mounted.handlers.map(toTableHandler) }));
  for (const { handlers } of all) for (const value of handlers) shared.count(value);
  const lines = all.flatMap(({ mounted, handlers }) => {
    const { locateStatic: _, handlers: sources, ...plain } = mounted;
    const attempt = (write: () => string, handler?: MountedHandler): string => {
      try {
        return write();
      } catch (error) {
        if (!(error instanceof UnexportedValueError)) throw error;
        diagnostics.push(unexportedValue(mounted, handler, error.message));
        return 'undefined';
      }
    };
    return [
      `    { ${attempt(() => writeExpression(plain, nameOf)).slice(2, -2)}, handlers: [`,
      ...handlers.map((value, index) => `      ${attempt(() => shared.write(value), sources[index])},`),
      '    ] },',
    ];
  });
  return { constants: shared.statements, classes: lines };
}

function toTableHandler({ displayFile: file, signature, ...rest }: MountedHandler): object {
  const parameters = signature?.parameters.map(withoutDerivedTypes);
  return { ...rest, file, signature: { ...signature, parameters } };
}

function writeFolder(folder: PolicyFolder, imports: Imports, diagnostics: Diagnostic[]): string {
  const { locateExport, policies, ...plain } = folder;
  // Unlike other keys, a policy that is undefined has an effect: it removes the policy of wider folders.
  const values = Object.entries(policies).map(([name, value]) => {
    try {
      return `${name}: ${writeExpression(value, imports.nameOf)}`;
    } catch (error) {
      if (!(error instanceof UnexportedValueError)) throw error;
      diagnostics.push(
        finding('table-value', `the export ${name}: ${error.message}, so a built table cannot refer to it`, {
          ...locateExport(name),
          hint: 'export the value under its own name',
        }),
      );
      return `${name}: undefined`;
    }
  });
  return `    { ${writeExpression(plain, imports.nameOf).slice(2, -2)}, policies: { ${values.join(', ')} } },`;
}

function writeSetup({ location, ...plain }: Setup, imports: Imports, diagnostics: Diagnostic[]): string {
  try {
    return `    ${writeExpression(plain, imports.nameOf)},`;
  } catch (error) {
    if (!(error instanceof UnexportedValueError)) throw error;
    const hint = 'declare the function in the module';
    diagnostics.push(finding('table-value', `setup: ${error.message}`, { ...location, hint }));
    return '';
  }
}

/** Whether discovery would load the written module as a controllers module. */
function isBelow(output: string, folder: string): boolean {
  const path = relative(folder, output);
  return !isAbsolute(path) && !path.split(sep).some((part) => part === '..' || /^[._]/.test(part));
}

function tableBelowPrefix(prefix: string): Diagnostic {
  return finding('table-place', `the table would itself be loaded as a module of the prefix ${prefix}`, {
    hint: 'write it to another folder, or begin its name with "_"',
  });
}

function unexportedValue(
  mounted: MountedClass,
  handler: MountedHandler | undefined,
  message: string,
): Diagnostic {
  const owner = handler === undefined ? mounted.name : `${mounted.name}.${handler.verb}`;
  return finding('table-value', `${owner}: ${message}, so a built table cannot refer to it`, {
    ...defined({ file: handler?.displayFile, range: handler?.range }),
    hint: 'export it from the module that declares it',
  });
}
