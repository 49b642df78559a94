import type { DeclaredMember, DeclaredResult, HandlerDocumentation } from '@writ/http/kernel';
import { parameterTypes } from '../recording/metadata.ts';
import type { SourceType } from '../declared-types/decode.ts';
import {
  declaredDocumentation,
  declaredResults,
  parameterSourceType,
} from '../declared-types/source-types.ts';
import {
  lineage,
  memberRecordOf,
  classRecordOf,
  type ClassRecord,
  type MemberRecord,
  type AnnotationRecord,
  type AnnotationRecordOf,
} from '../recording/records.ts';
import { propertyOf, type Class } from '../recording/reflection.ts';

/** The annotations of a class and its base classes, nearest first. */
export type AnnotationLevels = readonly (readonly AnnotationRecord[])[];

/** A method of an endpoint class, with its annotations in the class and its base classes. */
export interface Method {
  /** The name of the method in findings, such as `Notes.one`. */
  readonly label: string;
  readonly declared: DeclaredMember;
  readonly name: string | symbol;
  /** The annotations by class, nearest class first; classes without annotations are omitted. */
  readonly levels: readonly (readonly AnnotationRecord[])[];
  /** The annotations in the class whose implementation of the method is called. */
  readonly own: readonly AnnotationRecord[];
  /** `design:paramtypes`, without a rest parameter; empty if the compiler did not emit it. */
  readonly design: readonly unknown[];
  /** The type that the source declares for a parameter; undefined if the source is unavailable. */
  readonly sourceType: (index: number) => SourceType | undefined;
  /** The results that the source declares; undefined if the source is unavailable. */
  readonly results: () => readonly DeclaredResult[] | undefined;
  /** The JSDoc comment; undefined if there is none or the source is unavailable. */
  readonly documentation: () => HandlerDocumentation | undefined;
  /** The name of a parameter; undefined if it cannot be determined. */
  readonly parameterName: (index: number) => string | undefined;
  /** The number of parameters before the first default; undefined if it cannot be determined. */
  readonly required: number | undefined;
}

/** Returns the annotated methods in declaration order, own methods before inherited methods. */
export function methodsOf(type: Class): Method[] {
  const line = lineage(type);
  const methods: Method[] = [];
  for (const name of memberNamesOf(line)) {
    const records: MemberRecord[] = [];
    for (const at of line) {
      const record = memberRecordOf(at, name);
      if (record !== undefined) records.push(record);
    }
    if (records.some(({ kind }) => kind === 'method')) methods.push(createMethod(type, line, name, records));
  }
  return methods;
}

/** Returns the names of the members of a class and its base classes, without duplicates. */
function memberNamesOf(line: readonly Class[]): Iterable<string | symbol> {
  const [own] = line;
  if (line.length === 1) return Reflect.ownKeys(own!.prototype);
  return new Set(line.flatMap((at) => Reflect.ownKeys(at.prototype)));
}

function createMethod(
  type: Class,
  line: readonly Class[],
  name: string | symbol,
  records: readonly MemberRecord[],
): Method {
  const design = findParameterTypes(line, name);
  const className = classNameOf(type);
  const own = findOwnMember(name, line);
  return {
    label: `${className}.${String(name)}`,
    declared: { className, method: String(name) },
    name,
    levels: records.map(({ annotations }) => annotations).filter(({ length }) => length > 0),
    own: own?.annotations ?? NONE,
    design: records.some(({ rest }) => rest) ? design.slice(0, -1) : design,
    sourceType: (index) => parameterSourceType(line, name, index),
    results: () => declaredResults(line, name),
    documentation: () => declaredDocumentation(line, name),
    parameterName: (index) => findParameterName(propertyOf(type.prototype, name), index),
    required: countRequired(type, name, own),
  };
}

/** Returns the parameter metadata of the nearest class that has any; an empty list if the compiler did not emit it. */
function findParameterTypes(line: readonly Class[], name: string | symbol): readonly unknown[] {
  for (const at of line) {
    const types = parameterTypes(at, name);
    if (types !== undefined) return types;
  }
  return NONE;
}

/**
 * Returns the number of required parameters in the class that declares the method; undefined if it cannot be
 * determined, for example because a decorator replaced the method with `(...args) => …`, whose length is meaningless.
 */
function countRequired(
  type: Class,
  name: string | symbol,
  recorded: MemberRecord | undefined,
): number | undefined {
  if (recorded?.required !== undefined) return recorded.rest ? undefined : recorded.required;
  const method = propertyOf(type.prototype, name);
  if (typeof method !== 'function') return undefined;
  if (method.length > 0) return method.length;
  const [, begin = ''] = /\(\s*(\S{0,3})/.exec(Function.prototype.toString.call(method)) ?? [];
  return begin.startsWith(')') || begin === '...' ? undefined : 0;
}

/**
 * Reads the name of a parameter from the code of the method. Returns undefined for a pattern, a rest parameter, and any
 * parameter after one of these.
 */
function findParameterName(method: unknown, index: number): string | undefined {
  if (typeof method !== 'function' || index < 0) return undefined;
  const [, list = ''] = /^[^(]*\(([^)]*)/.exec(Function.prototype.toString.call(method)) ?? [];
  const names = list.split(',', index + 1).map((each) => /^\s*([\w$]+)\s*(?:$|=)/.exec(each)?.[1]);
  return names.includes(undefined) ? undefined : names[index];
}

/** Returns the record of a member in the nearest class that declares it; undefined if it has no annotations there. */
function findOwnMember(name: string | symbol, line: readonly Class[]): MemberRecord | undefined {
  const owner = line.find((at) => Object.hasOwn(at.prototype, name));
  return owner && memberRecordOf(owner, name);
}

/**
 * Returns annotated members that cannot be routes, and methods with standard annotations that another decorator has
 * replaced.
 */
export function unreachableMembers(type: Class): MemberRecord[] {
  const line = lineage(type);
  if (line.every((at) => hasOnlyMethods(classRecordOf(at)))) return [];
  const found = new Set(
    line.flatMap((at) => Reflect.ownKeys(at.prototype).map((name) => memberRecordOf(at, name))),
  );
  return line.flatMap((at) => {
    const { members, initialized } = classRecordOf(at);
    return [
      ...[...members.values()].filter(({ kind }) => kind !== 'method'),
      ...[...initialized].filter((member) => !found.has(member)),
    ];
  });
}

/** Whether all recorded members of a class are methods with experimental decorators. */
function hasOnlyMethods({ members, initialized }: ClassRecord): boolean {
  if (initialized.size > 0) return false;
  for (const { kind } of members.values()) if (kind !== 'method') return false;
  return true;
}

/** Returns the annotation of the given kind in the nearest class that declares one; undefined if there is none. */
export function nearestAnnotation<K extends AnnotationRecord['kind']>(
  levels: readonly (readonly AnnotationRecord[])[],
  kind: K,
): AnnotationRecordOf<K> | undefined {
  for (const annotations of levels) {
    for (const annotation of annotations) {
      if (annotation.kind === kind) return annotation as AnnotationRecordOf<K>;
    }
  }
  return undefined;
}

export function annotationsOfKind<K extends AnnotationRecord['kind']>(
  annotations: readonly AnnotationRecord[],
  kind: K,
): readonly AnnotationRecordOf<K>[] {
  if (!hasAnnotation(annotations, kind)) return NONE;
  return annotations.filter((annotation): annotation is AnnotationRecordOf<K> => annotation.kind === kind);
}

const NONE: readonly never[] = [];

function hasAnnotation(annotations: readonly AnnotationRecord[], kind: AnnotationRecord['kind']): boolean {
  for (const annotation of annotations) if (annotation.kind === kind) return true;
  return false;
}

export function classNameOf({ name }: Class): string {
  return name === '' ? '(anonymous class)' : name;
}
