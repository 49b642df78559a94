import { lineage, recordOf, type FieldNote, type MemberRecord } from './records.ts';
import { construct, type Class } from './reflection.ts';

/** A field that takes a value of the request. */
export interface Field {
  readonly name: string | symbol;
  /** The class that declares it. */
  readonly owner: Class;
  readonly notes: readonly FieldNote[];
}

/**
 * The annotated fields of a class, inherited ones first; a field that is declared again takes the place of the former.
 * Those of standard decorators are known from the first instance on.
 */
export function knownFields(type: Class): readonly Field[] {
  const fields = new Map<string | symbol, Field>();
  for (const owner of lineage(type).toReversed()) {
    for (const [name, notes] of recordOf(owner).fields) fields.set(name, { name, owner, notes });
  }
  return [...fields.values()];
}

/** The same of a class of which there may be no instance yet. */
export function fieldsOf(type: Class): readonly Field[] {
  reveal(type);
  return knownFields(type);
}

/** Members that take a value of the request as if they were fields: accessors, methods, static and `#private` fields. */
export function unreachableFields(type: Class): readonly MemberRecord[] {
  return lineage(type).flatMap((at) => {
    const { members, initialized } = recordOf(at);
    return [...members.values(), ...initialized].filter(({ notes }) =>
      notes.some((note) => (note.kind === 'param' || note.kind === 'detail') && note.index === -1),
    );
  });
}

const revealed = new WeakSet<Class>();

/**
 * A standard field decorator learns its class from the first instance. One is made for that; what its constructor does
 * after the fields does not matter, not even that it fails without arguments.
 */
function reveal(type: Class): void {
  if (revealed.has(type) || knownFields(type).length > 0) return;
  revealed.add(type);
  try {
    construct(type);
  } catch {
    // The fields came first.
  }
}
