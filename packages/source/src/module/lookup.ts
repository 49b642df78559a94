import { defined } from '@writ/diagnostics/internal';
import type { TSType, VariableDeclarator } from '@oxc-project/types';
import type { TypeDeclaration } from './declarations.ts';
import { withoutTypeArguments } from './type-arguments.ts';
import type { ClassSource, ModuleSource } from './module-source.ts';
import { resolveRuntime, resolveTypes, runtimeFileOf } from './resolve-module.ts';

type ReadModule = (file: string) => ModuleSource;

/** A type with its declarations and their module. */
export interface TypeSource {
  readonly module: ModuleSource;
  readonly name: string;
  readonly declarations: readonly TypeDeclaration[];
  /** For a type parameter, its argument, which is written in `module`. */
  readonly argument?: TSType;
}

/** A constant with its declaration and module. */
export interface ConstantSource {
  readonly module: ModuleSource;
  readonly name: string;
  readonly node: VariableDeclarator;
}

/** A value of a module. It has an exported name, a local name, or both. */
export interface ValueSource {
  /** The absolute path of the file that runs: JavaScript rather than the declaration file next to it. */
  readonly file: string;
  /** Undefined for a constant that its module does not export. */
  readonly exportName?: string;
  /** The name of a constant in the module that declares it. */
  readonly localName?: string;
}

/** Resolves names through imports and exports, including those of other packages. */
export interface Lookup {
  /** Returns the class that `name` refers to in a module. */
  findClass(module: ModuleSource, name: string): ClassSource | undefined;
  /** Returns the class `name` of the module that `specifier` refers to. */
  findClassIn(module: ModuleSource, specifier: string, name: string): ClassSource | undefined;
  findType(module: ModuleSource, name: string): TypeSource | undefined;
  /** Returns the type `name` of the module that `specifier` refers to. */
  findTypeIn(module: ModuleSource, specifier: string, name: string): TypeSource | undefined;
  /** Returns the constant that `name` refers to in a module. */
  findConstant(module: ModuleSource, name: string): ConstantSource | undefined;
  findConstantIn(module: ModuleSource, specifier: string, name: string): ConstantSource | undefined;
  /** Returns the value of a local name, in this module or in the module from which it is imported. */
  findValue(module: ModuleSource, name: string): ValueSource | undefined;
  /** Returns the value `name` of the module that `specifier` refers to. */
  findValueIn(module: ModuleSource, specifier: string, name: string): ValueSource | undefined;
}

export function createLookup(read: ReadModule): Lookup {
  const classes = createFollower<ClassSource>(read, (module, name) => {
    const node = module.classes.get(name);
    return node && { module, name, node };
  });
  const types = createFollower<TypeSource>(read, (module, name) => {
    const argument = module.typeArguments?.get(name);
    if (argument !== undefined)
      return { module: argument.module, name, declarations: [], argument: argument.node };
    const declarations = module.types.get(name);
    return declarations && { module: withoutTypeArguments(module), name, declarations };
  });
  const constants = createFollower<ConstantSource>(read, (module, name) => {
    const node = module.constants.get(name);
    return node && { module, name, node };
  });

  return {
    findClass: (module, name) => classes.local(module, name),
    findClassIn: (module, specifier, name) => classes.imported(module, { specifier, name }),
    findType: (module, name) => types.local(module, name),
    findTypeIn: (module, specifier, name) => types.imported(module, { specifier, name }),
    findConstant: (module, name) => constants.local(module, name),
    findConstantIn: (module, specifier, name) => constants.imported(module, { specifier, name }),
    findValue(module, name) {
      const imported = module.imports.get(name);
      if (imported !== undefined)
        return imported.name === undefined
          ? undefined
          : exportedValue(module, imported.specifier, imported.name);
      const [exportName] =
        [...module.exports].find(([, entry]) => 'local' in entry && entry.local === name) ?? [];
      const localName = module.constants.has(name) ? name : undefined;
      if (exportName === undefined && localName === undefined) return undefined;
      return { file: runtimeFileOf(module.file), ...defined({ exportName, localName }) };
    },
    findValueIn: exportedValue,
  };
}

function exportedValue(module: ModuleSource, specifier: string, name: string): ValueSource | undefined {
  const file = resolveRuntime(module.file, specifier);
  return file === undefined ? undefined : { file: runtimeFileOf(file), exportName: name };
}

interface Follower<T> {
  local(module: ModuleSource, name: string): T | undefined;
  imported(module: ModuleSource, from: { readonly specifier: string; readonly name: string }): T | undefined;
}

/**
 * Creates functions that follow a name through imports and exports to its declaration. `declared` looks up a local name
 * in the module itself.
 */
function createFollower<T>(
  read: ReadModule,
  declared: (module: ModuleSource, name: string) => T | undefined,
): Follower<T> {
  type Seen = ReadonlySet<string>;

  function local(module: ModuleSource, name: string, seen: Seen): T | undefined {
    const found = declared(module, name);
    if (found !== undefined) return found;
    const imported = module.imports.get(name);
    if (imported?.name === undefined) return undefined;
    return exported(module, imported.specifier, imported.name, seen);
  }

  function exported(from: ModuleSource, specifier: string, name: string, seen: Seen): T | undefined {
    const file = resolveTypes(from.file, specifier);
    const key = `${file}\0${name}`;
    // Modules may re-export each other in a cycle.
    if (file === undefined || seen.has(key)) return undefined;
    const module = read(file);
    const inside = new Set([...seen, key]);
    const entry = module.typeExports.get(name);
    if (entry === undefined) {
      for (const star of name === 'default' ? [] : module.starExports) {
        const found = exported(module, star, name, inside);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if ('local' in entry) return local(module, entry.local, inside);
    return entry.name === undefined ? undefined : exported(module, entry.specifier, entry.name, inside);
  }

  const none: Seen = new Set();
  return {
    local: (module, name) => local(module, name, none),
    imported: (module, { specifier, name }) => exported(module, specifier, name, none),
  };
}
