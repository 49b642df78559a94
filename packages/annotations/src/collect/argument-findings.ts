import {
  HttpRequest,
  HttpResponse,
  RoutingContext,
  Toolkit,
  User,
  type Binding,
  type Origin,
  type Type,
} from '@writ/http';
import type { Finding } from '../findings/finding.ts';
import type { NoteOf } from '../records.ts';
import type { Method } from './method.ts';
import { declaredName, declaredType, typeName } from './types.ts';

/** An argument as it was written: its type may be left to the declaration of the parameter. */
export interface Slot {
  readonly index: number;
  readonly binding: Binding & { readonly type: Type | undefined };
  readonly origin: Origin;
}

const contexts = new Set<unknown>([HttpRequest, HttpResponse, RoutingContext, Toolkit, User, AbortSignal]);

/** Whether it is something of the request, which no body can be. */
export function isContextType(type: unknown): boolean {
  return contexts.has(type);
}

/** `PathParam('id'`, the beginning of what an author writes for the binding. */
function written({ binding }: Slot): string {
  const { source } = binding;
  const annotation = source === 'context' ? 'Context' : `${source[0]!.toUpperCase()}${source.slice(1)}Param`;
  return 'name' in binding ? `${annotation}('${binding.name}', ` : `${annotation}(`;
}

export function unknownType(method: Method, slot: Slot): Finding {
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

export function contradictedType(method: Method, slot: Slot, type: Type): Finding {
  const { index, origin } = slot;
  const declared = declaredName(method.design[index]);
  return {
    rule: 'contradicted-type',
    origin,
    parameter: index,
    message: (parameter) =>
      `${parameter} of ${method.label} is declared as ${declared}, but ${typeName(type)} is what it gets`,
    hint: () => `make both the same: change the declaration, or what stands in ${written(slot)}…)`,
  };
}

export function boundTwice(method: Method, index: number, earlier: Origin, origin: Origin): Finding {
  return {
    rule: 'said-twice',
    origin,
    parameter: index,
    message: (parameter) => `${parameter} of ${method.label} has two sources`,
    hint: () => 'keep one of them',
    related: [{ message: 'the other source', origin: earlier }],
  };
}

/** `couldBeBody`: it would be the body, were its type known. `inVerb`: the sources stand in the verb. */
export function noSource(
  method: Method,
  verb: NoteOf<'verb'>,
  index: number,
  { couldBeBody, inVerb }: { readonly couldBeBody: boolean; readonly inVerb: boolean },
): Finding {
  const design = method.design[index];
  const type = typeName(declaredType(design) ?? String);
  return {
    rule: 'no-source',
    origin: verb.origin,
    parameter: index,
    message: (parameter) => `${parameter} of ${method.label} has no source`,
    hint: (name) => {
      const source = isContextType(design)
        ? `Context(${typeName(design)})`
        : couldBeBody
          ? 'BodyParam(NewNote)'
          : `QueryParam('${name}', ${type})`;
      const what =
        couldBeBody && !isContextType(design) ? 'if it is the body, say its type' : 'say where it comes from';
      return inVerb ? `${what}: add ${source} to the list in the verb` : `${what}: @${source} ${name}`;
    },
  };
}

export function twoStyles(method: Method, verb: Origin, origin: Origin): Finding {
  return {
    rule: 'two-binding-styles',
    origin,
    message: () => `${method.label} binds its parameters both in the verb and by parameter annotations`,
    hint: () => 'keep one of the two: the list in the verb is checked by the compiler',
    related: [{ message: 'the list in the verb', origin: verb }],
  };
}
