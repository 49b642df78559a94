import type {
  Class,
  Program,
  Span,
  Statement,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSTypeAliasDeclaration,
  VariableDeclarator,
} from '@oxc-project/types';
import type { ModuleRecord } from '../compiler.ts';

export type TypeDeclaration = TSInterfaceDeclaration | TSTypeAliasDeclaration | TSEnumDeclaration;

/** The origin of an imported name. `name` is undefined for a namespace import. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string | undefined;
}

/** The target of an exported name: a local name of the module, or a re-export. */
export type ExportedName = ({ readonly local: string } | ImportedName) & Pick<Span, 'start' | 'end'>;

/** The top-level declarations of a module, by local name. */
export interface Declarations {
  readonly classes: ReadonlyMap<string, Class>;
  /** The declarations of each type; interfaces and enums may have several declarations. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
  /** The `const` variables. */
  readonly constants: ReadonlyMap<string, VariableDeclarator>;
  /** The exports that exist at run time. */
  readonly exports: ReadonlyMap<string, ExportedName>;
  /** All exports, including type-only exports. */
  readonly typeExports: ReadonlyMap<string, ExportedName>;
  /** The specifiers of `export * from`. */
  readonly starExports: readonly string[];
  readonly imports: ReadonlyMap<string, ImportedName>;
}

/** The declarations in a list of statements, by local name. */
export type LocalDeclarations = Pick<Declarations, 'classes' | 'types' | 'constants'>;

/** The local name of `export default class {}`. */
export const UNNAMED_DEFAULT = 'default';

/**
 * Returns the declarations, exports and imports of a module. If `onlyDeclares` is set, as for a declaration file, every
 * export counts as a value, because the parser treats `declare class` as a type.
 */
export function declarationsOf(program: Program, module: ModuleRecord, onlyDeclares: boolean): Declarations {
  return {
    ...collectDeclarations(program.body),
    exports: exportsOf(module, onlyDeclares),
    typeExports: exportsOf(module, true),
    starExports: starExportsOf(module),
    imports: importsOf(module),
  };
}

/** Collects the declarations among the statements of a module or a block. */
export function collectDeclarations(statements: readonly Statement[]): LocalDeclarations {
  const declared: MutableDeclarations = { classes: new Map(), types: new Map(), constants: new Map() };
  for (const statement of statements) addStatement(statement, declared);
  return declared;
}

interface MutableDeclarations {
  readonly classes: Map<string, Class>;
  readonly types: Map<string, TypeDeclaration[]>;
  readonly constants: Map<string, VariableDeclarator>;
}

function addStatement(statement: Statement, declared: MutableDeclarations): void {
  const { classes, types, constants } = declared;
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      if (statement.declaration !== null) addStatement(statement.declaration, declared);
      break;
    case 'ExportDefaultDeclaration': {
      const { declaration } = statement;
      if (declaration.type === 'ClassDeclaration' || declaration.type === 'ClassExpression') {
        classes.set(declaration.id?.name ?? UNNAMED_DEFAULT, declaration);
      } else if (declaration.type === 'TSInterfaceDeclaration') addStatement(declaration, declared);
      break;
    }
    case 'ClassDeclaration':
      if (statement.id !== null) classes.set(statement.id.name, statement);
      break;
    case 'VariableDeclaration':
      for (const declarator of statement.declarations) {
        const { id, init } = declarator;
        if (id.type !== 'Identifier') continue;
        if (init?.type === 'ClassExpression') classes.set(id.name, init);
        else if (statement.kind === 'const') constants.set(id.name, declarator);
      }
      break;
    case 'TSInterfaceDeclaration':
    case 'TSEnumDeclaration':
    case 'TSTypeAliasDeclaration': {
      const { name } = statement.id;
      types.set(name, [...(types.get(name) ?? []), statement]);
      break;
    }
    default:
  }
}

function exportsOf({ staticExports }: ModuleRecord, withTypes: boolean): Map<string, ExportedName> {
  const exports = new Map<string, ExportedName>();
  for (const entry of staticExports.flatMap(({ entries }) => entries)) {
    const { moduleRequest, importName, exportName, localName, isType } = entry;
    // `export * from` contains no exported name; `starExportsOf` reads it.
    if ((isType && !withTypes) || String(exportName.kind) === 'None') continue;
    const name = exportName.name ?? 'default';
    const place = { start: exportName.start ?? entry.start, end: exportName.end ?? entry.end };
    if (moduleRequest === null) exports.set(name, { local: localName.name ?? UNNAMED_DEFAULT, ...place });
    else exports.set(name, { specifier: moduleRequest.value, name: importName.name ?? undefined, ...place });
  }
  return exports;
}

function starExportsOf({ staticExports }: ModuleRecord): readonly string[] {
  const entries = staticExports.flatMap((each) => each.entries);
  const stars = entries.filter(({ importName }) => String(importName.kind) === 'AllButDefault');
  return stars.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value]));
}

function importsOf({ staticImports }: ModuleRecord): Map<string, ImportedName> {
  const imports = new Map<string, ImportedName>();
  for (const { moduleRequest, entries } of staticImports) {
    for (const { importName, localName } of entries) {
      const kind = String(importName.kind);
      const name =
        kind === 'Name' ? (importName.name ?? undefined) : kind === 'Default' ? 'default' : undefined;
      imports.set(localName.value, { specifier: moduleRequest.value, name });
    }
  }
  return imports;
}
