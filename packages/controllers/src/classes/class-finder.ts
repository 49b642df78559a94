import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { PropertyDefinition } from '@oxc-project/types';
import {
  type ClassSource,
  findBaseClass,
  keyName,
  type ModuleSource,
  rangeOf,
  type Sources,
  type TypeContext,
  withTypeArguments,
} from '@writ/source';
import { isControllerClass, type ControllerClass } from '../controller.ts';
import type { Namespace } from '../discovery/import-modules.ts';
import type { ModuleFile } from '../discovery/module-file.ts';
import { finding } from '../finding-codes.ts';
import { classPathName, isPrivateName, isValidSegment } from '../naming/path-names.ts';
import { isVerb } from '../naming/verbs.ts';
import {
  checkResultType,
  defaultExportedController,
  invalidClassName,
  locateMember,
  missingHandlers,
  undeclaredClass,
  unreachableClass,
  unreadableHandler,
} from './class-findings.ts';
import { readHandlers, type ClassHandlers, type HandlerSource, type SchemaOverrides } from './handlers.ts';
import type { RoutedClass } from './routed-class.ts';
import { readOverrides } from './schema-overrides.ts';
import { createStaticsCheck, type CheckStatics } from './static-findings.ts';

/** The prefix of a module, the segments of the module and of the enclosing classes, and the catch-all of the module. */
interface EnclosingPath {
  readonly prefix: string;
  readonly segments: readonly string[];
  readonly catchAll: string | undefined;
  /** Enclosing classes, innermost first. A class that refers to itself is not visited again. */
  readonly types: readonly ControllerClass[];
}

interface NestedClass {
  readonly name: string;
  readonly type: ControllerClass;
  readonly source: ClassSource;
}

/** Finds the controllers that modules export. A shared base class is read and reported only once. */
export class ClassFinder {
  readonly #sources: Sources;
  readonly #context: TypeContext;
  readonly #diagnostics: Diagnostic[];
  readonly #checkStatics: CheckStatics;
  readonly #handlers: Map<SchemaOverrides, Map<object, ClassHandlers>> = new Map();
  readonly #bases: Map<object, ClassSource | undefined> = new Map();

  /** Findings are added to `diagnostics`. */
  constructor(sources: Sources, valueOf: TypeContext['valueOf'], diagnostics: Diagnostic[]) {
    this.#sources = sources;
    this.#context = { lookup: sources, valueOf };
    this.#diagnostics = diagnostics;
    this.#checkStatics = createStaticsCheck((source) => this.#findBase(source), diagnostics);
  }

  /** The controllers that a module exports, each followed by its nested controllers. */
  findClasses(
    { file, segments, prefix, catchAll }: ModuleFile,
    namespace: Namespace,
  ): readonly RoutedClass[] {
    const module = this.#sources.read(file);
    return [...module.exports].flatMap(([exportName, exported]) => {
      const type = namespace[exportName];
      if (!isControllerClass(type) || !('local' in exported) || module.imports.has(exported.local)) return [];
      const node = module.classes.get(exported.local);
      const location = { file: module.text.name, range: rangeOf(module.text, exported) };
      if (exportName === 'default') {
        this.#diagnostics.push(defaultExportedController(location, exported.local));
        return [];
      }
      if (node === undefined) {
        this.#diagnostics.push(undeclaredClass(location, exportName));
        return [];
      }
      const source = { module, name: exportName, node };
      return this.#findRouted(type, exportName, source, { prefix, segments, catchAll, types: [] });
    });
  }

  #findRouted(
    type: ControllerClass,
    name: string,
    source: ClassSource,
    enclosing: EnclosingPath,
  ): readonly RoutedClass[] {
    if (isPrivateName(name) || type.private === true || source.node.abstract === true) return [];
    const { segments: own, extension } = classPathName(name);
    if (!own.every(isValidSegment)) {
      this.#diagnostics.push(invalidClassName(source));
      return [];
    }
    const { catchAll } = enclosing;
    if (catchAll !== undefined && own.length > 0) {
      this.#diagnostics.push(unreachableClass(source, catchAll));
      return [];
    }
    const segments = [...enclosing.segments, ...own];
    const types = [type, ...enclosing.types];
    const nested = this.#findNested(type, source)
      .filter((each) => !types.includes(each.type))
      .flatMap((each) =>
        this.#findRouted(each.type, each.name, each.source, { ...enclosing, segments, types }),
      );
    this.#checkStatics(type, source);
    const { overrides, problems } = readOverrides(type);
    const location = problems.length === 0 ? {} : locateMember(source, 'params');
    this.#diagnostics.push(
      ...problems.map((message) => finding('params', `${source.name}: ${message}`, location)),
    );
    const handlers = this.#findHandlers(type, source, overrides);
    const hasFindings = this.#readHandlers(source, overrides).diagnostics.length > 0;
    if (handlers.length === 0 && nested.length === 0 && !hasFindings) {
      this.#diagnostics.push(missingHandlers(source));
    }
    if (extension !== undefined) {
      this.#diagnostics.push(...handlers.flatMap((handler) => checkResultType(handler, extension)));
    }
    const { prefix, types: outer } = enclosing;
    const isNamed = own.length > 0;
    return [
      {
        type,
        enclosing: outer,
        source,
        prefix,
        segments,
        isNamed,
        ...defined({ catchAll, extension }),
        handlers,
      },
      ...nested,
    ];
  }

  /**
   * Finds the own and inherited handlers of a class. Walks the prototype chain and the sources in parallel, because
   * only the sources contain signatures.
   */
  #findHandlers(
    type: ControllerClass,
    source: ClassSource,
    overrides: SchemaOverrides,
  ): readonly HandlerSource[] {
    const handlers = new Map<string, HandlerSource>();
    let levelSource: ClassSource | undefined = source;
    let level: unknown = type;
    while (isControllerClass(level)) {
      const declared: ClassHandlers | undefined = levelSource && this.#readHandlers(levelSource, overrides);
      for (const verb of Object.getOwnPropertyNames(level.prototype).filter(isVerb)) {
        if (handlers.has(verb)) continue;
        const handler = declared?.handlers.get(verb);
        if (handler === undefined) this.#diagnostics.push(unreadableHandler(source, verb));
        else handlers.set(verb, handler);
      }
      level = Object.getPrototypeOf(level);
      levelSource = levelSource && isControllerClass(level) ? this.#findBase(levelSource) : undefined;
    }
    return [...handlers.values()];
  }

  #readHandlers(source: ClassSource, overrides: SchemaOverrides): ClassHandlers {
    const read = this.#handlers.get(overrides) ?? new Map<object, ClassHandlers>();
    const known = read.get(identityOf(source));
    if (known !== undefined) return known;
    const handlers = readHandlers(source, this.#context, overrides);
    this.#handlers.set(overrides, read.set(identityOf(source), handlers));
    this.#diagnostics.push(...handlers.diagnostics);
    return handlers;
  }

  /** Returns the nested controllers of a class: its static members whose value is a controller. */
  #findNested(type: ControllerClass, { module, name, node }: ClassSource): readonly NestedClass[] {
    return node.body.body.flatMap((member) => {
      if (member.type !== 'PropertyDefinition' || !member.static || member.computed) return [];
      const key = keyName(member.key);
      const value: unknown = key === undefined ? undefined : Reflect.get(type, key);
      if (key === undefined || !isControllerClass(value)) return [];
      if (member.value?.type === 'ClassExpression') {
        return [{ name: key, type: value, source: { module, name: `${name}.${key}`, node: member.value } }];
      }
      const nested = findReferencedClass(member, module, this.#sources);
      if (nested === undefined && !isPrivateName(key) && value.private !== true) {
        const location = { file: module.text.name, range: rangeOf(module.text, member.key) };
        const hint = `declare it as a separate class: static ${key} = ${key}`;
        this.#diagnostics.push(undeclaredClass(location, `${name}.${key}`, hint));
      }
      return nested === undefined ? [] : [{ name: key, type: value, source: nested }];
    });
  }

  #findBase(source: ClassSource): ClassSource | undefined {
    const identity = identityOf(source);
    if (!this.#bases.has(identity)) this.#bases.set(identity, this.#readBase(source));
    return this.#bases.get(identity);
  }

  /** Returns the base class; if it is generic, with the arguments of its type parameters. */
  #readBase({ module, node }: ClassSource): ClassSource | undefined {
    const { superClass, superTypeArguments } = node;
    const base = findBaseClass(superClass, module, this.#sources);
    const parameters = base?.node.typeParameters;
    if (base === undefined || parameters == null) return base;
    return { ...base, module: withTypeArguments(base.module, parameters, superTypeArguments, module) };
  }
}

/**
 * Returns an object that identifies a class. Each use of a generic base class has its own module, which identifies it.
 */
function identityOf({ module, node }: ClassSource): object {
  return module.typeArguments === undefined ? node : module;
}

/**
 * Returns the class that a static member refers to: `Item = Note`, `Item = notes.Note`, or in a declaration
 * `Item: typeof Note`.
 */
function findReferencedClass(
  { value, typeAnnotation }: PropertyDefinition,
  module: ModuleSource,
  sources: Sources,
): ClassSource | undefined {
  if (value !== null) return findBaseClass(value, module, sources);
  const type = typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeQuery' && type.exprName.type === 'Identifier'
    ? sources.findClass(module, type.exprName.name)
    : undefined;
}
