import { optional, type Binding, type Type } from '@writ/http';
import type { Finding } from '../findings/finding.ts';
import { within } from '../origin.ts';
import type { Note, NoteOf } from '../records.ts';
import {
  boundTwice,
  contradictedType,
  isContextType,
  noSource,
  twoStyles,
  unknownType,
  type Slot,
} from './argument-findings.ts';
import { all, type Method } from './method.ts';
import { agrees, declaredType } from './types.ts';

const carriesBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** One binding for each argument, as `route({...})` would record them. */
export function argumentsOf(method: Method, verb: NoteOf<'verb'>, findings: Finding[]): Binding[] {
  const notes = method.levels.find(speaks) ?? [];
  const list = all(notes, 'verb').find(({ params }) => params.length > 0);
  const slots =
    list === undefined ? onParameters(method, notes, findings) : inVerb(method, notes, list, findings);
  // What a verb leaves out keeps its default; the compiler has checked that it has one.
  const declared = list === undefined ? method.design.length : 0;
  const count = Math.max(method.required, declared, ...slots.map(({ index }) => index + 1));
  const left = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !slots.some((slot) => slot.index === index),
  );
  const bodyFree = carriesBody.has(verb.method) && !slots.some(({ binding }) => binding.source === 'body');
  const body = left.length === 1 && bodyFree ? bodyOf(method, verb, left[0]!) : undefined;
  if (body === undefined) {
    const couldBeBody = left.length === 1 && bodyFree;
    findings.push(
      ...left.map((index) => noSource(method, verb, index, { couldBeBody, inVerb: list !== undefined })),
    );
  }
  return [...slots, ...(body === undefined ? [] : [body])]
    .toSorted((one, other) => one.index - other.index)
    .flatMap((slot) => typed(method, slot, findings) ?? []);
}

/** Whether the notes of a class say where arguments come from. */
function speaks(notes: Method['levels'][number]): boolean {
  return notes.some((note) => note.kind === 'param' || (note.kind === 'verb' && note.params.length > 0));
}

function onParameters(method: Method, notes: readonly Note[], findings: Finding[]): Slot[] {
  const slots = new Map<number, Slot>();
  for (const { index, param, origin } of all(notes, 'param')) {
    const earlier = slots.get(index);
    if (earlier === undefined) slots.set(index, { index, binding: param.binding, origin });
    else findings.push(boundTwice(method, index, earlier.origin, origin));
  }
  return [...slots.values()];
}

function inVerb(
  method: Method,
  notes: readonly Note[],
  { params, origin }: NoteOf<'verb'>,
  findings: Finding[],
): Slot[] {
  const [beside] = all(notes, 'param');
  if (beside !== undefined) findings.push(twoStyles(method, origin, beside.origin));
  return params.map(({ binding }, index) => ({ index, binding, origin: binding.origin ?? origin }));
}

/** As in JAX-RS: the one parameter that nothing is said about is the body. */
function bodyOf(method: Method, verb: NoteOf<'verb'>, index: number): Slot | undefined {
  const type = declaredType(method.design[index]);
  if (type === undefined || isContextType(type)) return undefined;
  return { index, binding: { source: 'body', type }, origin: verb.origin };
}

function typed(method: Method, slot: Slot, findings: Finding[]): Binding | undefined {
  const { index, binding, origin } = slot;
  const design = method.design[index];
  const type = binding.type ?? declaredType(design);
  if (type === undefined) {
    findings.push(unknownType(method, slot));
    return undefined;
  }
  if (!agrees(type, design)) {
    findings.push(contradictedType(method, slot, type));
    return undefined;
  }
  const mayBeAbsent = index >= method.required && !('default' in binding) && !isOptional(type);
  return {
    ...binding,
    type: mayBeAbsent ? optional(type) : type,
    origin: within(origin, method.declared),
  } as Binding;
}

function isOptional(type: Type): boolean {
  return typeof type === 'object' && 'kind' in type && type.kind === 'optional';
}
