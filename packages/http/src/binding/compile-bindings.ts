import { mapMaybe } from '../internal/thenable.ts';
import { hasTrait } from '../contract/binding-sources.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { bodyReader, type BodyReader } from './readers/body-reader.ts';
import { formReader, namesReader, uploadsReader } from './readers/named-body.ts';
import type { NamedBody } from '../exchange/named-body.ts';
import type { Extractor } from './extract/extractor.ts';
import type { Binding, Route } from '../contract/route.ts';
import type { ContextObjects } from '../contract/registry.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { BodyHandler } from './uploads/body-handler.ts';
import type { BodyHandlerLike } from '../contract/roles.ts';
import { findUnconstructible } from '../types/unconstructible.ts';
import { TypeProblem } from '../types/converter.ts';
import { rejectUnknownNames } from './extract/extract-named.ts';
import { segmentMismatch } from './extract/extract-position.ts';
import { flattenPlans, type BindingPlan, type BodyPlan, type RouteBindings } from './binding-plan.ts';
import { checkBindings, bindingLabel, bindsNames } from './binding-rules.ts';
import { compileBinding, compileBean, type CompiledBinding, type BindingContext } from './compile-binding.ts';

/** Binds the arguments of a route's handler. */
export interface ArgumentBinder {
  readonly extractors: readonly Extractor[];
  /** Whether the last extractor returns an array that is spread into the call. */
  readonly spread: boolean;
  /** Whether any extractor may return a promise. */
  readonly async: boolean;
  readonly readBody: BodyStep | undefined;
  /** Checks the path before the body is read, so that a mismatch is reported without waiting for the body. */
  readonly checkPath: ((exchange: Exchange) => void) | undefined;
  /** Runs after the extractors, and rejects names and values that none of them uses. */
  readonly checkNames: ((exchange: Exchange) => void) | undefined;
}

/** Reads the body and stores it for the extractors. */
export interface BodyStep {
  readonly read: BodyReader;
  readonly store: (exchange: Exchange, value: unknown) => void;
}

/**
 * Compiles a route's bindings and reports all problems. If an error is reported, the returned binder must not be used.
 */
export function compileBindings(
  plan: RouteBindings,
  objects: ContextObjects,
  report: (finding: Finding) => void,
): ArgumentBinder {
  checkBindings(plan, report);
  const { route, variables, body, validator } = plan;
  const bindings = flattenPlans(plan.bindings).map(({ binding }) => binding);
  const note = (severity: 'error' | 'warning', binding: Binding, message: string, hint: string | undefined) =>
    report({
      rule: 'value-type',
      severity,
      message: `${routeName(route)}: ${bindingLabel(binding)}: ${message}`,
      origin: binding.origin ?? route.origin,
      hint,
    });
  const all: CompiledBinding[] = [];
  const context: BindingContext = {
    route,
    variables,
    names: bindings.length === 1 ? NO_NAMES : bindingNames(bindings, 'own-name'),
    objects,
    validator,
    warn: (binding, message, hint) => note('warning', binding, message, hint),
  };
  const compileAndCollect = (each: BindingPlan): CompiledBinding => {
    const bound = compileOne(each);
    all.push(bound);
    return bound;
  };
  const compileOne = (each: BindingPlan): CompiledBinding => {
    const { binding, parts = [] } = each;
    try {
      return binding.source === 'bean'
        ? compileBean(binding, parts.map(compileAndCollect), validator)
        : compileBinding(binding, each, context);
    } catch (error) {
      if (!(error instanceof TypeProblem)) throw error;
      note('error', binding, error.message, error.hint);
      return { binding, converter: undefined, extract: () => undefined, async: false };
    }
  };
  const bound = plan.bindings.map(compileAndCollect);
  if (body?.as === 'value' && body.readers.length === 0) {
    const unconstructible = findUnconstructible(body.binding.type);
    if (unconstructible !== undefined) {
      note(
        'error',
        body.binding,
        `${unconstructible.name} cannot be converted from JSON`,
        unconstructible.hint,
      );
    }
  }
  return {
    extractors: bound.map(({ extract }) => extract),
    spread: bindings.at(-1)?.source === 'rest',
    async: bound.some(({ async }) => async),
    readBody: body && compileBody(body, plan, all),
    checkPath: route.pathMismatchStatus === 404 ? compilePathCheck(all) : undefined,
    checkNames: bindsNames(route) ? compileNameCheck(route, bindings) : undefined,
  };
}

/** The body handler that applies if no other is set. */
export const DEFAULT_BODY_HANDLER: BodyHandlerLike = new BodyHandler();

function compileBody(
  body: BodyPlan,
  { bodyHandler }: RouteBindings,
  all: readonly CompiledBinding[],
): BodyStep | undefined {
  const handler = bodyHandler?.value ?? DEFAULT_BODY_HANDLER;
  const store = (exchange: Exchange, value: unknown): void =>
    void (exchange.openBinding().named = value as NamedBody);
  switch (body.as) {
    case 'value': {
      const converter = all.find(({ binding }) => binding === body.binding)?.converter;
      if (converter === undefined) return undefined;
      const read = bodyReader(body, converter);
      return { read, store: (exchange, value) => (exchange.openBinding().body = value) };
    }
    case 'names':
      return {
        read: readThen(namesReader(handler, body.usesNames)),
        store: compilePositionalStore(all) ?? store,
      };
    case 'form':
      return { read: readThen(formReader(handler)), store };
    case 'files':
      return { read: readThen(uploadsReader(handler)), store };
  }
}

/**
 * Creates the function that stores the body if the last positional argument can be an array: if it is the only argument
 * that the path leaves for the body, its value is the whole JSON array. Returns undefined for all other bindings.
 */
function compilePositionalStore(all: readonly CompiledBinding[]): BodyStep['store'] | undefined {
  if (all.some(({ binding }) => binding.source === 'rest')) return undefined;
  const places = all.filter(({ binding }) => binding.source === 'position');
  const last = places.at(-1)?.converter;
  if (last?.isArray !== true && last?.acceptsArray !== true) return undefined;
  return (exchange, value) => {
    const body = value as NamedBody;
    const remaining = places.length - (exchange.match?.positional?.length ?? 0);
    exchange.openBinding().named = remaining === 1 && body.isArray ? { ...body, isWhole: true } : body;
  };
}

function compilePathCheck(bound: readonly CompiledBinding[]): ArgumentBinder['checkPath'] {
  const path = bound.filter(({ binding, async }) => binding.source === 'path' && !async);
  const segments = bound.flatMap(({ binding, converter }) =>
    (binding.source === 'position' || binding.source === 'rest') && converter !== undefined
      ? [{ index: binding.index, rest: binding.source === 'rest', converter }]
      : [],
  );
  return (exchange) => {
    for (const { extract } of path) extract(exchange);
    if (segmentMismatch(exchange, segments)) exchange.openBinding().pathMismatch = true;
    // Discards the failures, because the extractors record them again when they run.
    if (exchange.binding !== undefined) exchange.binding.failures = undefined;
  };
}

function compileNameCheck({ closed }: Route, bindings: readonly Binding[]): ArgumentBinder['checkNames'] {
  const open = bindings.some((binding) => binding.source === 'object' && binding.type.rest !== undefined);
  const fields = bindings.flatMap((b) => (b.source === 'object' ? Object.keys(b.type.fields) : []));
  const known =
    closed === true && !open ? new Set([...bindingNames(bindings, 'request-name'), ...fields]) : undefined;
  const places = bindings.some(({ source }) => source === 'rest')
    ? MAX_ARGUMENTS
    : bindings.filter(({ source }) => source === 'position').length;
  return (exchange) => rejectUnknownNames(exchange, known, places);
}

/** Maximum number of arguments in a call; 100,000 would exhaust the stack. */
const MAX_ARGUMENTS = 10_000;

const NO_NAMES: ReadonlySet<string> = new Set();

function bindingNames(bindings: readonly Binding[], trait: 'own-name' | 'request-name'): ReadonlySet<string> {
  return new Set(bindings.flatMap((b) => ('name' in b && hasTrait(b, trait) ? [b.name] : [])));
}

/** Creates a body reader that calls `use` with the result of `read`, immediately or when its promise resolves. */
function readThen(read: (exchange: Exchange) => unknown): BodyReader {
  return (exchange, use) => mapMaybe(read(exchange), (value) => use(exchange, value));
}
