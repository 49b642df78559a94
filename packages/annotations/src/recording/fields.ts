import { lineage, classRecordOf, type FieldRecord, type MemberRecord } from './records.ts';
import { construct, type Class } from './reflection.ts';

/** A field that is bound to a request value or a context object. */
export interface Field {
  readonly name: string | symbol;
  /** The class that declares the field. */
  readonly owner: Class;
  readonly annotations: readonly FieldRecord[];
}

/**
 * Returns the known annotated fields of a class, inherited fields first; a redeclared field replaces the inherited
 * field. Fields with standard decorators become known when an instance is created.
 */
export function knownFields(type: Class): readonly Field[] {
  const line = lineage(type);
  if (line.every((at) => classRecordOf(at).fields.size === 0)) return NONE;
  const fields = new Map<string | symbol, Field>();
  for (const owner of line.toReversed()) {
    for (const [name, annotations] of classRecordOf(owner).fields)
      fields.set(name, { name, owner, annotations });
  }
  return [...fields.values()];
}

const NONE: readonly never[] = [];

/** Returns the annotated fields of a class that may not have been instantiated yet. */
export function fieldsOf(type: Class): readonly Field[] {
  revealFields(type);
  return knownFields(type);
}

/**
 * Returns members that are bound like fields but to which no value can be assigned: accessors, methods, static and
 * `#private` fields.
 */
export function unreachableFields(type: Class): readonly MemberRecord[] {
  return lineage(type).flatMap((at) => {
    const { members, initialized } = classRecordOf(at);
    return [...members.values(), ...initialized].filter(({ annotations }) =>
      annotations.some(
        (annotation) =>
          (annotation.kind === 'param' || annotation.kind === 'modifier') && annotation.index === -1,
      ),
    );
  });
}

const revealed = new WeakSet<Class>();

/**
 * Creates an instance, because a standard field decorator learns its class from the first instance. Fields are
 * initialized before the rest of the constructor runs, so constructor errors due to missing arguments are irrelevant.
 */
function revealFields(type: Class): void {
  if (revealed.has(type) || knownFields(type).length > 0) return;
  revealed.add(type);
  try {
    construct(type);
  } catch {
    // The fields were initialized before the failure.
  }
}
