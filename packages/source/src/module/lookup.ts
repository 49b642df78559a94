import type { TSType, VariableDeclarator } from '@oxc-project/types';
import type { ExportedName, TypeDeclaration } from './declarations.ts';
import { withoutTypeArguments } from './type-arguments.ts';
import type { ClassSource, ModuleSource } from './module-source.ts';
import { resolveModule, resolveTypes } from './resolve-module.ts';

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

/** An exported value, by its module and exported name. */
export interface ValueSource {
  /** The absolute path of the file. */
  readonly file: string;
  readonly exportName: string;
}

/**
 * Resolves names through imports and exports. Types, constants and classes that are used as types may be declared in
 * other packages; other classes and values may not.
 */
export interface Lookup {
  /** Returns the class that `name` refers to in a module, which declares it or imports it from the same package. */
  findClass(module: ModuleSource, name: string): ClassSource | undefined;
  /** Returns the class that `name` refers to as a type; it may be declared in another package. */
  findClassType(module: ModuleSource, name: string): ClassSource | undefined;
  /** Returns the class `name` of the module that `specifier` refers to, as a type. */
  findClassTypeIn(module: ModuleSource, specifier: string, name: string): ClassSource | undefined;
  findType(module: ModuleSource, name: string): TypeSource | undefined;
  /** Returns the type `name` of the module that `specifier` refers to. */
  findTypeIn(module: ModuleSource, specifier: string, name: string): TypeSource | undefined;
  /** Returns the constant that `name` refers to in a module. */
  findConstant(module: ModuleSource, name: string): ConstantSource | undefined;
  findConstantIn(module: ModuleSource, specifier: string, name: string): ConstantSource | undefined;
  /** Returns the exported value of a local name, in this module or in the module from which it is imported. */
  findValue(module: ModuleSource, name: string): ValueSource | undefined;
}

export function createLookup(read: ReadModule): Lookup {
  const declaredClass = (module: ModuleSource, name: string): ClassSource | undefined => {
    const node = module.classes.get(name);
    return node && { module, name, node };
  };
  const classes = createFollower<ClassSource>(read, resolveModule, (module) => module.exports, declaredClass);
  const classTypes = createFollower<ClassSource>(
    read,
    resolveTypes,
    (module) => module.typeExports,
    declaredClass,
  );
  const types = createFollower<TypeSource>(
    read,
    resolveTypes,
    (module) => module.typeExports,
    (module, name) => {
      const argument = module.typeArguments?.get(name);
      if (argument !== undefined)
        return { module: argument.module, name, declarations: [], argument: argument.node };
      const declarations = module.types.get(name);
      return declarations && { module: withoutTypeArguments(module), name, declarations };
    },
  );
  const constants = createFollower<ConstantSource>(
    read,
    resolveTypes,
    (module) => module.typeExports,
    (module, name) => {
      const node = module.constants.get(name);
      return node && { module, name, node };
    },
  );

  return {
    findClass: (module, name) => classes.local(module, name),
    findClassType: (module, name) => classTypes.local(module, name),
    findClassTypeIn: (module, specifier, name) => classTypes.imported(module, { specifier, name }),
    findType: (module, name) => types.local(module, name),
    findTypeIn: (module, specifier, name) => types.imported(module, { specifier, name }),
    findConstant: (module, name) => constants.local(module, name),
    findConstantIn: (module, specifier, name) => constants.imported(module, { specifier, name }),
    findValue(module, name) {
      const own = [...module.exports].find(([, entry]) => 'local' in entry && entry.local === name);
      if (own !== undefined && !module.imports.has(name)) return { file: module.file, exportName: own[0] };
      const imported = module.imports.get(name);
      const file = imported?.name && resolveModule(module.file, imported.specifier);
      return file ? { file, exportName: imported!.name! } : undefined;
    },
  };
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
  resolve: typeof resolveModule,
  exportsOf: (module: ModuleSource) => ReadonlyMap<string, ExportedName>,
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
    const file = resolve(from.file, specifier);
    const key = `${file}\0${name}`;
    // Modules may re-export each other in a cycle.
    if (file === undefined || seen.has(key)) return undefined;
    const module = read(file);
    const inside = new Set([...seen, key]);
    const entry = exportsOf(module).get(name);
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
