import {
  HttpRequest,
  HttpResponse,
  optional,
  RoutingContext,
  Toolkit,
  User,
  type Binding,
  type Origin,
  type Type,
} from '@writ/http';
import type { Finding } from '../findings/finding.ts';
import { within } from '../origin.ts';
import type { NoteOf } from '../records.ts';
import { all, type Method } from './method.ts';
import { agrees, declaredType, typeName } from './types.ts';

/** The binding of an argument as it was written: its type may be left to the declaration of the parameter. */
type Written = Binding & { readonly type: Type | undefined };

interface Slot {
  readonly index: number;
  readonly binding: Written;
  readonly origin: Origin;
}

const carriesBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const contexts = new Set<unknown>([HttpRequest, HttpResponse, RoutingContext, Toolkit, User, AbortSignal]);

/** One binding for each argument, as `route({...})` would record them. */
export function argumentsOf(method: Method, verb: NoteOf<'verb'>, findings: Finding[]): Binding[] {
  const slots = slotsOf(method, findings);
  const inVerb = all(method.levels.find(speaks) ?? [], 'verb').some(({ params }) => params.length > 0);
  // What a verb leaves out keeps its default; the compiler has checked that it has one.
  const count = inVerb
    ? Math.max(method.required, slots.length)
    : Math.max(method.required, method.design.length, ...slots.map(({ index }) => index + 1));
  const left = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !slots.some((slot) => slot.index === index),
  );
  const body = bodyOf(method, verb, slots, left);
  if (body === undefined) findings.push(...left.map((index) => noSource(method, verb, index, left.length)));
  return [...slots, ...(body === undefined ? [] : [body])]
    .toSorted((a, b) => a.index - b.index)
    .flatMap((slot) => typed(method, slot, findings) ?? []);
}

/** Whether the notes of a class say where arguments come from. */
function speaks(notes: Method['levels'][number]): boolean {
  return notes.some((note) => note.kind === 'param' || (note.kind === 'verb' && note.params.length > 0));
}

function slotsOf(method: Method, findings: Finding[]): Slot[] {
  const notes = method.levels.find(speaks) ?? [];
  const onParameters = all(notes, 'param');
  const inVerb = all(notes, 'verb').find(({ params }) => params.length > 0);
  if (inVerb === undefined) {
    const slots = new Map<number, Slot>();
    for (const { index, param, origin } of onParameters) {
      const earlier = slots.get(index);
      if (earlier === undefined) slots.set(index, { index, binding: param.binding, origin });
      else findings.push(boundTwice(method, index, earlier.origin, origin));
    }
    return [...slots.values()];
  }
  const [first] = onParameters;
  if (first !== undefined) {
    findings.push({
      rule: 'two-binding-styles',
      origin: first.origin,
      message: () => `${method.label} binds its parameters both in the verb and by parameter annotations`,
      hint: () => 'keep one of the two: the list in the verb is checked by the compiler',
      related: [{ message: 'the list in the verb', origin: inVerb.origin }],
    });
  }
  return inVerb.params.map(({ binding }, index) => ({
    index,
    binding,
    origin: binding.origin ?? inVerb.origin,
  }));
}

/** As in JAX-RS: the one parameter that nothing is said about is the body. */
function bodyOf(
  method: Method,
  verb: NoteOf<'verb'>,
  slots: readonly Slot[],
  left: readonly number[],
): Slot | undefined {
  const [index, ...others] = left;
  if (index === undefined || others.length > 0 || !carriesBody.has(verb.method)) return undefined;
  if (slots.some(({ binding }) => binding.source === 'body')) return undefined;
  const type = declaredType(method.design[index]);
  if (type === undefined || contexts.has(type)) return undefined;
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
    findings.push(contradicted(method, slot, type));
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

/** `PathParam('id'`, the beginning of what an author writes for the binding. */
function written({ binding }: Slot): string {
  const { source } = binding;
  const annotation = source === 'context' ? 'Context' : `${source[0]!.toUpperCase()}${source.slice(1)}Param`;
  return 'name' in binding ? `${annotation}('${binding.name}', ` : `${annotation}(`;
}

function unknownType(method: Method, slot: Slot): Finding {
  const { source } = slot.binding;
  const list = method.design[slot.index] === Array ? 'array(String)' : 'String';
  // Standard decorators, esbuild and tsx.
  const untold = method.design.length === 0 ? ' (the compiler wrote no types of parameters)' : '';
  const type = source === 'body' ? 'NewNote' : source === 'context' ? 'HttpRequest' : list;
  return {
    rule: 'unknown-type',
    origin: slot.origin,
    parameter: slot.index,
    message: (parameter) => `the type of ${parameter} of ${method.label} is not known at run time`,
    hint: () => `say it: ${written(slot)}${type}), or another type${untold}`,
  };
}

function contradicted(method: Method, slot: Slot, type: Type): Finding {
  const { index, origin } = slot;
  const declared = typeName(method.design[index]);
  return {
    rule: 'contradicted-type',
    origin,
    parameter: index,
    message: (parameter) =>
      `${parameter} of ${method.label} is declared as ${declared}, but ${typeName(type)} is what it gets`,
    hint: () => `make both the same: change the declaration, or what stands in ${written(slot)}…)`,
  };
}

function boundTwice(method: Method, index: number, earlier: Origin, origin: Origin): Finding {
  return {
    rule: 'said-twice',
    origin,
    parameter: index,
    message: (parameter) => `${parameter} of ${method.label} has two sources`,
    hint: () => 'keep one of them',
    related: [{ message: 'the other source', origin: earlier }],
  };
}

function noSource(method: Method, verb: NoteOf<'verb'>, index: number, left: number): Finding {
  const design = method.design[index];
  const context = contexts.has(design) ? typeName(design) : undefined;
  const type = (declaredType(design) as { name?: string } | undefined)?.name ?? 'String';
  const alone = left === 1 && carriesBody.has(verb.method);
  return {
    rule: 'no-source',
    origin: verb.origin,
    parameter: index,
    message: (parameter) => `${parameter} of ${method.label} has no source`,
    hint: (name) => {
      if (context !== undefined) return `say where it comes from: @Context(${context}) ${name}`;
      if (alone) return `if it is the body, say its type: @BodyParam(NewNote) ${name}`;
      return `say where it comes from, such as @QueryParam('${name}', ${type}) ${name}`;
    },
  };
}
