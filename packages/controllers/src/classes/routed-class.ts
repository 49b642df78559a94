import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { PropertyDefinition } from 'oxc-parser';
import { type ClassSource, keyName, rangeOf, type Sources, type TypeContext } from '@writ/source';
import { isControllerClass, type ControllerClass } from '../controller.ts';
import type { Namespace } from '../discovery/import.ts';
import type { ModuleFile } from '../discovery/module-file.ts';
import { finding } from '../finding-codes.ts';
import { classPathName, isClassBit, isPrivateName } from '../naming/path-names.ts';
import {
  defaultExport,
  placeOfMember,
  undeclared,
  unnameable,
  unsendable,
  unreadable,
  withoutVerbs,
} from './class-findings.ts';
import { readHandlers, type ClassHandlers, type HandlerSource, type Overrides } from './handlers.ts';
import { readOverrides } from './overrides.ts';
import { createStaticsCheck } from './static-findings.ts';
import { isVerb } from '../naming/verbs.ts';

/** A class that answers requests: as it runs, as it is written, and where it stands in the path. */
export interface RoutedClass {
  readonly type: ControllerClass;
  /** The classes that it is declared in, the nearest first. */
  readonly around: readonly ControllerClass[];
  readonly source: ClassSource;
  /** Under which its module was found. */
  readonly prefix: string;
  readonly bits: readonly string[];
  /** Whether its name adds a bit; `Default` adds none. */
  readonly isNamed: boolean;
  /** Such as `txt`. */
  readonly extension?: string;
  /** Its own and inherited ones, those that were understood. */
  readonly handlers: readonly HandlerSource[];
}

/** The classes of one module, with those that stand inside them. */
export type ClassFinder = (module: ModuleFile, namespace: Namespace) => readonly RoutedClass[];

/** Findings are added to `diagnostics`; those of a class that several extend only once. */
export function createClassFinder(
  sources: Sources,
  valueOf: TypeContext['valueOf'],
  diagnostics: Diagnostic[],
): ClassFinder {
  const read = new Map<Overrides, Map<ClassSource['node'], ClassHandlers>>();
  const surroundings = { lookup: sources, valueOf };
  const checkStatics = createStaticsCheck((source) => baseOf(source, sources), diagnostics);

  function handlersIn(source: ClassSource, overrides: Overrides): ClassHandlers {
    const alike = read.get(overrides) ?? new Map<ClassSource['node'], ClassHandlers>();
    const known = alike.get(source.node);
    if (known !== undefined) return known;
    const handlers = readHandlers(source, surroundings, overrides);
    read.set(overrides, alike.set(source.node, handlers));
    diagnostics.push(...handlers.diagnostics);
    return handlers;
  }

  /** Follows the class as it runs and as it is written side by side, since only the latter has signatures. */
  function handlersOf(
    type: ControllerClass,
    source: ClassSource,
    overrides: Overrides,
  ): readonly HandlerSource[] {
    const found = new Map<string, HandlerSource>();
    let written: ClassSource | undefined = source;
    for (let level: unknown = type; isControllerClass(level); level = Object.getPrototypeOf(level)) {
      const declared: ClassHandlers | undefined = written && handlersIn(written, overrides);
      for (const verb of Object.getOwnPropertyNames(level.prototype).filter(isVerb)) {
        if (found.has(verb)) continue;
        const handler = declared?.handlers.get(verb);
        if (handler === undefined) diagnostics.push(unreadable(source, verb));
        else found.set(verb, handler);
      }
      written = written && baseOf(written, sources);
    }
    return [...found.values()];
  }

  function find(
    type: ControllerClass,
    name: string,
    source: ClassSource,
    above: Above,
  ): readonly RoutedClass[] {
    if (isPrivateName(name) || type.private === true || source.node.abstract === true) return [];
    const { bits: own, extension } = classPathName(name);
    if (!own.every(isClassBit)) {
      diagnostics.push(unnameable(source));
      return [];
    }
    const bits = [...above.bits, ...own];
    const types = [type, ...above.types];
    const inside = nestedIn(type, source, sources, diagnostics)
      .filter((nested) => !types.includes(nested.type))
      .flatMap((nested) => find(nested.type, nested.name, nested.source, { ...above, bits, types }));
    checkStatics(type, source);
    const { overrides, problems } = readOverrides(type);
    const place = problems.length === 0 ? {} : placeOfMember(source, 'params');
    diagnostics.push(...problems.map((message) => finding('params', `${source.name}: ${message}`, place)));
    const handlers = handlersOf(type, source, overrides);
    if (
      handlers.length === 0 &&
      inside.length === 0 &&
      handlersIn(source, overrides).diagnostics.length === 0
    ) {
      diagnostics.push(withoutVerbs(source));
    }
    if (extension !== undefined) diagnostics.push(...handlers.flatMap((each) => unsendable(each, extension)));
    const isNamed = own.length > 0;
    return [
      {
        type,
        around: above.types,
        source,
        prefix: above.prefix,
        bits,
        isNamed,
        ...defined({ extension }),
        handlers,
      },
      ...inside,
    ];
  }

  return ({ file, bits, prefix }, namespace) => {
    const module = sources.read(file);
    return [...module.exports].flatMap(([exportName, exported]) => {
      const type = namespace[exportName];
      if (!isControllerClass(type) || !('local' in exported) || module.imports.has(exported.local)) return [];
      const node = module.classes.get(exported.local);
      const place = { file: module.text.name, range: rangeOf(module.text, exported) };
      if (exportName === 'default') diagnostics.push(defaultExport(place, exported.local));
      else if (node === undefined) diagnostics.push(undeclared(place, exportName));
      else return find(type, exportName, { module, name: exportName, node }, { prefix, bits, types: [] });
      return [];
    });
  };
}

interface Above {
  readonly prefix: string;
  readonly bits: readonly string[];
  /** The classes around, the nearest first. One that names itself ends somewhere. */
  readonly types: readonly ControllerClass[];
}

interface Nested {
  readonly name: string;
  readonly type: ControllerClass;
  readonly source: ClassSource;
}

/** The static members that are controllers. */
function nestedIn(
  type: ControllerClass,
  { module, name, node }: ClassSource,
  sources: Sources,
  diagnostics: Diagnostic[],
): readonly Nested[] {
  return node.body.body.flatMap((member) => {
    if (member.type !== 'PropertyDefinition' || !member.static || member.computed) return [];
    const key = keyName(member.key);
    const value: unknown = key === undefined ? undefined : Reflect.get(type, key);
    if (key === undefined || !isControllerClass(value)) return [];
    if (member.value?.type === 'ClassExpression') {
      return [{ name: key, type: value, source: { module, name: `${name}.${key}`, node: member.value } }];
    }
    const named = nameOfClass(member);
    if (named === undefined && module.language === 'dts' && !isPrivateName(key) && value.private !== true) {
      const place = { file: module.text.name, range: rangeOf(module.text, member.key) };
      diagnostics.push(
        undeclared(place, `${name}.${key}`, `declare it as a class of its own: static ${key} = ${key}`),
      );
    }
    const source = named === undefined ? undefined : sources.findClass(module, named);
    return source === undefined ? [] : [{ name: key, type: value, source }];
  });
}

/** The class that a static member holds, by its name: `Item = Note`, or as declared `Item: typeof Note`. */
function nameOfClass({ value, typeAnnotation }: PropertyDefinition): string | undefined {
  if (value !== null) return value.type === 'Identifier' ? value.name : undefined;
  const type = typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeQuery' && type.exprName.type === 'Identifier' ? type.exprName.name : undefined;
}

function baseOf({ module, node }: ClassSource, sources: Sources): ClassSource | undefined {
  return node.superClass?.type === 'Identifier' ? sources.findClass(module, node.superClass.name) : undefined;
}
