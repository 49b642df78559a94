import type { BeanBinding, Binding, Origin } from '@writ/http/kernel';
import { fieldsOf, type Field } from '../recording/fields.ts';
import type { Finding } from '../findings/finding.ts';
import { constructorTypes, fieldType } from '../recording/metadata.ts';
import { sourceOfConstructor, sourceOfField } from '../declared-types/recorded-of.ts';
import { lineage, recordOf, type FieldNote, type Note } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { classNameOf } from '../reading/method.ts';
import { noSource } from './slot-findings.ts';
import { slotOf, typed, type Place } from './slot.ts';
import { unreachableFieldFindings } from '../reading/unreachable-fields.ts';

/** How the objects of a class are made of a request's values, and what is wrong with that. */
export interface Bean {
  readonly binding: BeanBinding;
  readonly findings: readonly Finding[];
}

/** Classes that are being looked at, from the outermost: a bean may hold beans. */
const open: Class[] = [];

export function beanOf(type: Class): Bean {
  const name = classNameOf(type);
  const origin = originOf(type);
  const empty: BeanBinding = { source: 'bean', type, parameters: [], fields: [] };
  if (open.includes(type)) {
    const chain = [...open.slice(open.indexOf(type)), type].map(classNameOf).join(' > ');
    const finding: Finding = {
      rule: 'cyclic-bean',
      origin,
      message: () => `the bean ${name} holds itself: ${chain}`,
      hint: () => 'take one of them apart',
    };
    return { binding: empty, findings: [finding] };
  }
  open.push(type);
  try {
    const declared = fieldsOf(type);
    const findings = unreachableFieldFindings(type, origin);
    const parameters = parametersOf(type, findings);
    const fields = declared.flatMap((field) => fieldOf(field, name, findings) ?? []);
    if (parameters.length + fields.length + findings.length === 0) findings.push(nothing(type));
    return { binding: { ...empty, parameters, fields }, findings };
  } finally {
    open.pop();
  }
}

/** What no annotation of the class can locate stands where a bean of it is taken. */
export function placed(findings: readonly Finding[], origin: Origin): readonly Finding[] {
  return findings.map((finding) => (finding.origin.file === undefined ? { ...finding, origin } : finding));
}

/** A bean whose class only the declaration tells, as the class says it is made. */
export function completed(binding: Binding | undefined, findings: Finding[]): Binding | undefined {
  if (binding?.source !== 'bean' || 'fields' in binding) return binding;
  const { type, origin = {} } = binding as BeanBinding;
  const bean = beanOf(type);
  findings.push(...placed(bean.findings, origin));
  return { ...bean.binding, ...(binding as object) };
}

function fieldOf(
  field: Field,
  className: string,
  findings: Finding[],
): BeanBinding['fields'][number] | undefined {
  const { name, notes } = field;
  const slot = slotOf(fieldPlace(field, className), notes, findings);
  const binding = slot && completed(typed(slot, true, findings), findings);
  return binding && { name, binding };
}

function fieldPlace({ name, owner }: Field, className: string): Place {
  const design = fieldType(owner, name);
  return {
    label: `${className}.${String(name)}`,
    design,
    source: () => sourceOfField(owner, name),
    untold: design === undefined,
  };
}

/** What takes a value in a bean: by the class that declares it, with what is said there. */
export interface BeanPlace {
  readonly owner: Class;
  readonly place: Place;
  readonly notes: readonly (Note | FieldNote)[];
}

export function placesOf(type: Class): readonly BeanPlace[] {
  const name = classNameOf(type);
  const fields = fieldsOf(type).map((field): BeanPlace => {
    return { owner: field.owner, place: fieldPlace(field, name), notes: field.notes };
  });
  const owner = constructorOf(type);
  if (owner === undefined) return fields;
  const parameters = parameterPlaces(owner, name).map((place) => ({
    owner,
    place,
    notes: notesAt(owner, place),
  }));
  return [...fields, ...parameters];
}

function parameterPlaces(owner: Class, className: string): readonly Place[] {
  const design = constructorTypes(owner) ?? [];
  const last = Math.max(...recordOf(owner).notes.map((note) => ('index' in note ? note.index : -1)));
  const count = Math.max(owner.length, design.length, last + 1);
  return Array.from({ length: count }, (_, index) => ({
    index,
    label: `new ${className}`,
    design: design[index],
    source: () => sourceOfConstructor(owner, index),
    untold: design.length === 0,
  }));
}

function notesAt(owner: Class, { index }: Place): readonly Note[] {
  return recordOf(owner).notes.filter((note) => 'index' in note && note.index === index);
}

function parametersOf(type: Class, findings: Finding[]): Binding[] {
  const owner = constructorOf(type);
  if (owner === undefined) return [];
  const last = Math.max(...recordOf(owner).notes.map((note) => ('index' in note ? note.index : -1)));
  return parameterPlaces(owner, classNameOf(type)).flatMap((place, index) => {
    const before = findings.length;
    const slot = slotOf(place, notesAt(owner, place), findings);
    if (slot !== undefined) return completed(typed(slot, index < owner.length, findings), findings) ?? [];
    // What comes after the last annotated one may keep its default.
    if (findings.length === before && (index < owner.length || index < last)) {
      findings.push(noSource(place, originOf(owner), { couldBeBody: false, inVerb: false }));
    }
    return [];
  });
}

/** The class whose constructor is called: its own, or that of the base class whose constructor it inherits. */
function constructorOf(type: Class): Class | undefined {
  const owner = lineage(type).find((at) =>
    recordOf(at).notes.some(({ kind }) => kind === 'param' || kind === 'detail'),
  );
  // A constructor of its own that takes something is not the inherited one, which has the length 0.
  return owner === type || type.length === 0 ? owner : undefined;
}

function originOf(type: Class): Origin {
  const notes = lineage(type).flatMap((at) => [
    ...recordOf(at).notes,
    ...[...recordOf(at).fields.values()].flat(),
  ]);
  return notes[0]?.origin ?? {};
}

function nothing(type: Class): Finding {
  const name = classNameOf(type);
  return {
    rule: 'no-bean-fields',
    origin: originOf(type),
    message: () => `the bean ${name} has no field and no constructor parameter that takes a value`,
    hint: () =>
      `annotate its fields, such as @QueryParam('page', int) page!: number; they are lost when the compiler assigns fields instead of defining them (useDefineForClassFields: false)`,
  };
}
