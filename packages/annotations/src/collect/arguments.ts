import type { ContextProvider } from '@writ/http';
import type { Binding, Component } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { within } from '../recording/origin.ts';
import type { Note, NoteOf } from '../recording/records.ts';
import { completed } from './bean.ts';
import { withDetails } from '../reading/details.ts';
import { all, nearest, type Method } from '../reading/method.ts';
import { pathOf } from '../reading/path.ts';
import { isAnObject, isContextType, noSource, twoStyles } from './slot-findings.ts';
import { bindingOf, slotOf, typed, type ParameterPlace, type Slot } from './slot.ts';
import { declaredType, fitsContext } from '../reading/types.ts';

type ParameterSlot = Slot<ParameterPlace>;

const carriesBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** One binding for each argument, as `route({...})` would record them. */
export function argumentsOf(
  method: Method,
  verb: NoteOf<'verb'>,
  scope: readonly (readonly Note[])[],
  findings: Finding[],
): Binding[] {
  const notes = method.levels.find(speaks) ?? [];
  const list = all(notes, 'verb').find(({ params }) => params.length > 0);
  const alone = list === undefined ? validAlone(notes) : NONE;
  const slots =
    list === undefined ? onParameters(method, notes, alone, findings) : inVerb(method, notes, list, findings);
  const bound = Math.max(0, ...slots.map(({ place }) => place.index + 1));
  // A method that another decorator has put in place of this one does not tell; then all that is bound is required.
  const required = method.required ?? bound;
  // What a verb leaves out keeps its default; the compiler has checked that it has one.
  const declared = list === undefined ? method.design.length : 0;
  const count = Math.max(required, declared, bound, ...[...alone.keys()].map((index) => index + 1));
  const left = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !slots.some(({ place }) => place.index === index),
  );
  const bodyFree = carriesBody.has(verb.method) && !slots.some(({ binding }) => binding?.source === 'body');
  const [only] = left;
  const couldBeBody = left.length === 1 && bodyFree;
  const body = couldBeBody && only !== undefined ? bodyOf(method, verb, only, alone.get(only)) : undefined;
  if (body === undefined) {
    const how = { couldBeBody, inVerb: list !== undefined, path: pathOf(method, scope) ?? '' };
    const isOfAClass = (type: unknown): boolean => isAnObject(declaredType(type)) && !isContextType(type);
    const asBody = bodyFree ? left.find((index) => isOfAClass(method.design[index])) : undefined;
    for (const index of left) {
      const details = alone.get(index);
      if (details === undefined) {
        const place = placeOf(method, index);
        findings.push(noSource(place, verb.origin, { ...how, asBody: index === asBody }));
      } else slotOf(placeOf(method, index), details, findings);
    }
  }
  const provider = nearest([...method.levels, ...scope], 'provider')?.provider;
  return [...slots, ...(body === undefined ? [] : [body])]
    .toSorted((one, other) => one.place.index - other.place.index)
    .flatMap((slot) => completed(typed(slot, slot.place.index < required, findings), findings) ?? [])
    .map((binding) => ({
      ...provided(binding, provider),
      origin: within(binding.origin ?? verb.origin, method.declared),
    }));
}

/** Whether the notes of a class say where arguments come from. */
function speaks(notes: Method['levels'][number]): boolean {
  return notes.some(
    (note) =>
      note.kind === 'param' || note.kind === 'detail' || (note.kind === 'verb' && note.params.length > 0),
  );
}

function placeOf(method: Method, index: number): ParameterPlace {
  const { label, design } = method;
  return {
    index,
    label,
    design: design[index],
    source: () => method.source(index),
    untold: design.length === 0,
  };
}

type OnParameter = NoteOf<'param'> | NoteOf<'detail'>;

const NONE: ReadonlyMap<number, readonly OnParameter[]> = new Map();

function byParameter(notes: readonly Note[]): Map<number, OnParameter[]> {
  return Map.groupBy(
    notes.filter((note) => note.kind === 'param' || note.kind === 'detail'),
    ({ index }) => index,
  );
}

/** Parameters with nothing but `@Valid`: such a one may be the body, as in JAX-RS. */
function validAlone(notes: readonly Note[]): ReadonlyMap<number, readonly OnParameter[]> {
  const isValid = (note: OnParameter): boolean => note.kind === 'detail' && note.annotation === 'Valid';
  return new Map([...byParameter(notes)].filter(([, each]) => each.every(isValid)));
}

function onParameters(
  method: Method,
  notes: readonly Note[],
  alone: ReadonlyMap<number, unknown>,
  findings: Finding[],
): ParameterSlot[] {
  return [...byParameter(notes)].flatMap(([index, each]) =>
    alone.has(index) ? [] : (slotOf(placeOf(method, index), each, findings) ?? []),
  );
}

function inVerb(
  method: Method,
  notes: readonly Note[],
  verb: NoteOf<'verb'>,
  findings: Finding[],
): ParameterSlot[] {
  const beside = notes.find(({ kind }) => kind === 'param' || kind === 'detail');
  if (beside !== undefined) findings.push(twoStyles(method, verb, beside.origin));
  return verb.params.map((param, index) => {
    const binding = bindingOf({ param }, findings);
    return { place: placeOf(method, index), binding, origin: binding?.origin ?? verb.origin };
  });
}

/** As in JAX-RS: the one parameter that nothing is said about is the body. */
function bodyOf(
  method: Method,
  verb: NoteOf<'verb'>,
  index: number,
  details: readonly OnParameter[] = [],
): ParameterSlot | undefined {
  const place = placeOf(method, index);
  const origin = details[0]?.origin ?? verb.origin;
  const type = place.source()?.type ?? declaredType(place.design);
  if (type !== undefined && !isContextType(type)) {
    const binding = withDetails({ source: 'body' } as Binding, details);
    return { place, binding, origin };
  }
  // An interface is not there at run time; the schema that checks it says what it is.
  const { valid } = withDetails<Binding>({ source: 'body', type: String }, details);
  if (type !== undefined || valid === undefined || valid === true) return undefined;
  return { place, binding: { source: 'body', type: valid }, origin };
}

/** The provider of a method or class serves the contexts that its type fits and that are not the kernel's own. */
function provided(binding: Binding, provider: Component<ContextProvider> | undefined): Binding {
  if (provider === undefined || binding.source !== 'context' || binding.provider !== undefined)
    return binding;
  const type: unknown = 'kind' in binding.type ? binding.type.of : binding.type;
  return isContextType(type) || !fitsContext(provider, type) ? binding : { ...binding, provider };
}
