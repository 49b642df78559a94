import { lineage, classRecordOf, type FieldRecord, type MemberRecord } from './records.ts';
import { construct, type Class } from './reflection.ts';

/** A field that takes a value of the request. */
export interface Field {
  readonly name: string | symbol;
  /** The class that declares it. */
  readonly owner: Class;
  readonly annotations: readonly FieldRecord[];
}

/**
 * The annotated fields of a class, inherited ones first; a field that is declared again takes the place of the former.
 * Those of standard decorators are known from the first instance on.
 */
export function knownFields(type: Class): readonly Field[] {
  const fields = new Map<string | symbol, Field>();
  for (const owner of lineage(type).toReversed()) {
    for (const [name, annotations] of classRecordOf(owner).fields)
      fields.set(name, { name, owner, annotations });
  }
  return [...fields.values()];
}

/** The same of a class of which there may be no instance yet. */
export function fieldsOf(type: Class): readonly Field[] {
  revealFields(type);
  return knownFields(type);
}

/** Members that take a value of the request as if they were fields: accessors, methods, static and `#private` fields. */
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
 * A standard field decorator learns its class from the first instance. One is made for that; what its constructor does
 * after the fields does not matter, not even that it fails without arguments.
 */
function revealFields(type: Class): void {
  if (revealed.has(type) || knownFields(type).length > 0) return;
  revealed.add(type);
  try {
    construct(type);
  } catch {
    // The fields came first.
  }
}
