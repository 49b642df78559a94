import type { DeclaredMember } from '@writ/http/kernel';
import { parameterTypes } from '../recording/metadata.ts';
import type { SourceType } from '../declared-types/decode.ts';
import { parameterSourceType } from '../declared-types/source-types.ts';
import {
  lineage,
  memberRecordOf,
  classRecordOf,
  type MemberRecord,
  type AnnotationRecord,
  type AnnotationRecordOf,
} from '../recording/records.ts';
import { propertyOf, type Class } from '../recording/reflection.ts';

/** What a class and its base classes say about all of its methods, the nearest first. */
export type AnnotationLevels = readonly (readonly AnnotationRecord[])[];

/** A method of an endpoint class with what the class and its base classes say about it. */
export interface Method {
  /** Such as `Notes.one`. */
  readonly label: string;
  readonly declared: DeclaredMember;
  readonly name: string | symbol;
  /** The annotations of each class that has some, the nearest first. */
  readonly levels: readonly (readonly AnnotationRecord[])[];
  /** Those of the class that declares the method, which is the one that is called. */
  readonly own: readonly AnnotationRecord[];
  /** `design:paramtypes`, when the compiler wrote it. */
  readonly design: readonly unknown[];
  /** What the source declares of a parameter; undefined when no source is at hand. */
  readonly sourceType: (index: number) => SourceType | undefined;
  /** The parameters before the first one with a default; undefined when the method does not tell. */
  readonly required: number | undefined;
}

/** In the order of declaration, those of the class itself before inherited ones. */
export function methodsOf(type: Class): Method[] {
  const line = lineage(type);
  const names = new Set(line.flatMap((at) => Reflect.ownKeys(at.prototype)));
  return [...names].flatMap((name) => {
    const records = line.flatMap((at) => memberRecordOf(at, name) ?? []);
    if (!records.some(({ kind }) => kind === 'method')) return [];
    const design = line.map((at) => parameterTypes(at, name)).find((types) => types !== undefined);
    const className = classNameOf(type);
    return {
      label: `${className}.${String(name)}`,
      declared: { className, method: String(name) },
      name,
      levels: records.map(({ annotations }) => annotations).filter(({ length }) => length > 0),
      own: findOwnMember(name, line)?.annotations ?? [],
      design: records.some(({ rest }) => rest) ? (design ?? []).slice(0, -1) : (design ?? []),
      sourceType: (index) => parameterSourceType(line, name, index),
      required: countRequired(type, name, line),
    };
  });
}

/**
 * As the class declares it that has the method. A decorator may have put `(...args) => …` in its place: then its own
 * length says nothing.
 */
function countRequired(type: Class, name: string | symbol, line: readonly Class[]): number | undefined {
  const recorded = findOwnMember(name, line);
  if (recorded?.required !== undefined) return recorded.rest ? undefined : recorded.required;
  const method = propertyOf(type.prototype, name);
  if (typeof method !== 'function') return undefined;
  if (method.length > 0) return method.length;
  const [, begin = ''] = /\(\s*(\S{0,3})/.exec(Function.prototype.toString.call(method)) ?? [];
  return begin.startsWith(')') || begin === '...' ? undefined : 0;
}

/** As the nearest class has it that declares it. */
function findOwnMember(name: string | symbol, line: readonly Class[]): MemberRecord | undefined {
  const owner = line.find((at) => Object.hasOwn(at.prototype, name));
  return owner && memberRecordOf(owner, name);
}

/** Annotated members that can never be called as routes, and standard ones that another decorator has replaced. */
export function unreachableMembers(type: Class): MemberRecord[] {
  const line = lineage(type);
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

/** What the nearest class says that says anything of the kind. */
export function nearestAnnotation<K extends AnnotationRecord['kind']>(
  levels: readonly (readonly AnnotationRecord[])[],
  kind: K,
): AnnotationRecordOf<K> | undefined {
  for (const annotations of levels) {
    const annotation = annotations.find((each): each is AnnotationRecordOf<K> => each.kind === kind);
    if (annotation !== undefined) return annotation;
  }
  return undefined;
}

export function annotationsOfKind<K extends AnnotationRecord['kind']>(
  annotations: readonly AnnotationRecord[],
  kind: K,
): AnnotationRecordOf<K>[] {
  return annotations.filter((annotation): annotation is AnnotationRecordOf<K> => annotation.kind === kind);
}

export function classNameOf({ name }: Class): string {
  return name === '' ? '(anonymous class)' : name;
}
