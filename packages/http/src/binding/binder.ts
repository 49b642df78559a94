import type { Exchange } from '../exchange/exchange.ts';
import { bodyReader, type BodyReader } from './readers/body-reader.ts';
import { formReader, namesReader, uploadsReader } from './readers/named-body.ts';
import type { NamedBody } from '../exchange/names.ts';
import { readersForBody } from './readers/select.ts';
import type { Limits } from '../contract/limits.ts';
import type { Take } from './extract/take.ts';
import type { Binding, Route } from '../contract/route.ts';
import type { Registries } from '../contract/registry.ts';
import { nameOf, type Finding } from '../report/findings.ts';
import { BodyHandler } from './uploads/body-handler.ts';
import type { BodyHandlerLike } from '../contract/roles.ts';
import { TypeProblem } from '../types/converter.ts';
import { refuseUnknown } from './extract/named.ts';
import { bitsUnfit } from './extract/take-place.ts';
import { checkBindings, flatten, labelOf } from './binding-rules.ts';
import { bind, bindBean, type Bound, type Surroundings } from './bound.ts';

/** How a route's arguments come about. */
export interface Binder {
  readonly takes: readonly Take[];
  /** Whether the last take gives an array of arguments. */
  readonly spread: boolean;
  /** Whether a take may give a promise. */
  readonly async: boolean;
  readonly readBody: BodyStep | undefined;
  /** Those of the route's body handler, in place of the toolkit's. */
  readonly limits: Limits;
  /** Runs before the body is read: a path that does not fit is no reason to wait for it. */
  readonly judge: ((exchange: Exchange) => void) | undefined;
  /** Runs after the takes, for what none of them sees. */
  readonly refuse: ((exchange: Exchange) => void) | undefined;
}

/** Reads the body, and keeps what it read where the takes look for it. */
export interface BodyStep {
  readonly read: BodyReader;
  readonly keep: (exchange: Exchange, value: unknown) => void;
  /** Whether multipart forms are read, which have a limit of their own. */
  readonly forms: boolean;
}

/** Resolves a route's bindings. What is wrong is reported, all of it, and the binder is then not to be used. */
export function binderOf(
  route: Route,
  variables: readonly string[],
  registries: Registries,
  report: (finding: Finding) => void,
): Binder {
  checkBindings(route, variables, registries, report);
  const bindings = flatten(route.bindings);
  const note = (severity: Finding['severity'], binding: Binding, message: string, hint: string | undefined) =>
    report({
      code: 'W2002',
      severity,
      message: `${nameOf(route)}: ${labelOf(binding)}: ${message}`,
      origin: binding.origin ?? route.origin,
      hint,
    });
  const all: Bound[] = [];
  const around: Surroundings = {
    route,
    variables,
    names: namesIn(bindings, BY_OWN_NAME),
    registries,
    warn: (binding, message, hint) => note('warning', binding, message, hint),
  };
  const boundOf = (binding: Binding): Bound => {
    const bound = ready(binding);
    all.push(bound);
    return bound;
  };
  const ready = (binding: Binding): Bound => {
    try {
      if (binding.source !== 'bean') return bind(binding, around);
      const parts = [...binding.parameters, ...binding.fields.map((field) => field.binding)];
      return bindBean(binding, parts.map(boundOf), registries);
    } catch (error) {
      if (!(error instanceof TypeProblem)) throw error;
      note('error', binding, error.message, error.hint);
      return { binding, converter: undefined, take: () => undefined, async: false };
    }
  };
  const bound = route.bindings.map(boundOf);
  const hasNames = bindings.some(({ source }) => BY_NAME.has(source) || source === 'form');
  const byName = route.closed === true || bindings.some(({ source }) => BY_NAME.has(source));
  const handler = bodyHandlerOf(route, registries);
  const readBody = readBodyOf(route, all, { byName, hasNames }, handler, registries);
  return {
    takes: bound.map(({ take }) => take),
    spread: bindings.at(-1)?.source === 'rest',
    async: bound.some(({ async }) => async),
    readBody,
    limits: limitsOf(handler, readBody),
    judge: route.unfitPath === 404 ? judgeOf(all) : undefined,
    refuse: byName ? refuseOf(route, bindings) : undefined,
  };
}

interface Handling {
  readonly handler: BodyHandlerLike;
  /** Whether somebody has set it; then forms are read for handlers that only take the context, too. */
  readonly set: boolean;
}

export function bodyHandlerOf({ scopes = [] }: Route, registries: Registries): Handling {
  const set =
    scopes.findLast((scope) => scope.bodyHandler !== undefined)?.bodyHandler ?? registries.bodyHandler;
  return { handler: set ?? DEFAULT_HANDLER, set: set !== undefined };
}

const DEFAULT_HANDLER = new BodyHandler();

function limitsOf({ handler }: Handling, readBody: Binder['readBody']): Binder['limits'] {
  const { maxBody, maxTotal } = handler;
  return {
    ...(maxBody === undefined ? {} : { body: maxBody }),
    ...(readBody?.forms !== true || maxTotal === undefined ? {} : { form: maxTotal }),
  };
}

function readBodyOf(
  route: Route,
  all: readonly Bound[],
  { byName, hasNames }: { readonly byName: boolean; readonly hasNames: boolean },
  { handler, set }: Handling,
  registries: Registries,
): Binder['readBody'] {
  const body = all.find(({ binding }) => binding.source === 'body');
  if (body?.binding.source === 'body' && body.converter !== undefined) {
    const read = bodyReader(body.binding, body.converter, readersForBody(body.binding, route, registries));
    return { read, keep: (exchange, value) => (exchange.bodyValue = value), forms: false };
  }
  const keep = (exchange: Exchange, value: unknown): void => void (exchange.named = value as NamedBody);
  if (byName) return { read: namesReader(handler, hasNames), keep: keeperOf(all) ?? keep, forms: true };
  if (all.some(({ binding }) => binding.source === 'form'))
    return { read: formReader(handler), keep, forms: true };
  const looks = set && all.some(({ binding }) => binding.source === 'context');
  return looks ? { read: uploadsReader(handler), keep, forms: true } : undefined;
}

/** Where the last argument by place is an array: a JSON array that has only this place left is its value. */
function keeperOf(all: readonly Bound[]): BodyStep['keep'] | undefined {
  if (all.some(({ binding }) => binding.source === 'rest')) return undefined;
  const places = all.filter(({ binding }) => binding.source === 'position');
  if (places.at(-1)?.converter?.isArray !== true) return undefined;
  return (exchange, value) => {
    const body = value as NamedBody;
    const left = places.length - (exchange.match!.positional?.length ?? 0);
    exchange.named = left === 1 && body.isArray ? { ...body, isWhole: true } : body;
  };
}

function judgeOf(bound: readonly Bound[]): Binder['judge'] {
  const path = bound.filter(({ binding, async }) => binding.source === 'path' && !async);
  const bits = bound.flatMap(({ binding, converter }) =>
    (binding.source === 'position' || binding.source === 'rest') && converter !== undefined
      ? [{ index: binding.index, rest: binding.source === 'rest', converter }]
      : [],
  );
  return (exchange) => {
    for (const { take } of path) take(exchange);
    exchange.unfit ||= bitsUnfit(exchange, bits);
    // The takes run again, and record it then.
    exchange.failures = undefined;
  };
}

function refuseOf({ closed }: Route, bindings: readonly Binding[]): Binder['refuse'] {
  const open = bindings.some((binding) => binding.source === 'object' && binding.type.rest !== undefined);
  const fields = bindings.flatMap((b) => (b.source === 'object' ? Object.keys(b.type.fields) : []));
  const known = closed === true && !open ? new Set([...namesIn(bindings, FROM_NAMES), ...fields]) : undefined;
  const places = bindings.some(({ source }) => source === 'rest')
    ? MAX_ARGUMENTS
    : bindings.filter(({ source }) => source === 'position').length;
  return (exchange) => refuseUnknown(exchange, known, places);
}

/** What a call may be given; more would not fit on the stack, from 100 000 on. */
const MAX_ARGUMENTS = 10_000;

function namesIn(bindings: readonly Binding[], sources: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(bindings.flatMap((b) => ('name' in b && sources.has(b.source) ? [b.name] : [])));
}

/** Those that need the body as names and places. */
const BY_NAME: ReadonlySet<string> = new Set(['position', 'name', 'object', 'rest']);
/** Those whose name an object does not take as well. */
const BY_OWN_NAME: ReadonlySet<string> = new Set(['position', 'name']);
/** Those whose name may stand in query or body. */
const FROM_NAMES: ReadonlySet<string> = new Set(['position', 'name', 'query', 'form']);
