import type { Binding, Route } from '../route.ts';
import type { NamedBody } from '../readers/names.ts';
import { bodyReader, readNames } from '../readers/body-reader.ts';
import { nameOf, type Finding } from '../table/findings.ts';
import { compileType } from '../values/compile-type.ts';
import { TypeProblem, type Converter } from '../values/converter.ts';
import { Failure } from '../values/failure.ts';
import { ABSENT, fromTexts, takeBody, takeHeader, takePath, takeQuery, type Take } from '../values/take.ts';
import { takeContext } from '../values/take-context.ts';
import { refuseUnknown } from '../values/named.ts';
import { takeName, takeObject } from '../values/take-name.ts';
import { bitsUnfit, takePosition, takeRest } from '../values/take-place.ts';
import { checkBindings } from './binding-rules.ts';
import type { Binder } from './perform.ts';

/** Resolves a route's bindings. What is wrong is reported, all of it, and the binder is then not to be used. */
export function binderOf(
  route: Route,
  variables: readonly string[],
  report: (finding: Finding) => void,
): Binder {
  checkBindings(route, variables, report);
  const { bindings } = route;
  const names = namesIn(bindings, BY_OWN_NAME);
  const bound = bindings.map((binding): Bound => {
    try {
      const converter = converterOf(binding);
      if (converter !== undefined) checkDefault(binding, converter);
      return { binding, converter, take: takeOf(binding, converter, { route, variables, names }) };
    } catch (error) {
      if (!(error instanceof TypeProblem)) throw error;
      report({
        code: 'W2002',
        severity: 'error',
        message: `${nameOf(route)}: ${labelOf(binding)}: ${error.message}`,
        origin: binding.origin ?? route.origin,
        hint: error.hint,
      });
      return { binding, converter: undefined, take: () => undefined };
    }
  });
  const byName = route.closed === true || bindings.some(({ source }) => BY_NAME.has(source));
  return {
    takes: bound.map(({ take }) => take),
    spread: bindings.at(-1)?.source === 'rest',
    async: bound.some(({ converter }) => converter?.async ?? false),
    readBody: readBodyOf(route, bound, byName),
    judge: route.unfitPath === 404 ? judgeOf(bound) : undefined,
    refuse: byName ? refuseOf(route) : undefined,
  };
}

/** A binding made ready. */
interface Bound {
  readonly binding: Binding;
  /** Undefined for a context, which is not converted. */
  readonly converter: Converter | undefined;
  readonly take: Take;
}

function readBodyOf(route: Route, bound: readonly Bound[], byName: boolean): Binder['readBody'] {
  const body = bound.find(({ binding }) => binding.source === 'body');
  if (body?.binding.source === 'body' && body.converter !== undefined) {
    const read = bodyReader(body.binding.type, body.converter, route.consumes);
    return { read, keep: (exchange, value) => (exchange.bodyValue = value) };
  }
  if (!byName) return undefined;
  return { read: readNames, keep: (exchange, value) => (exchange.named = value as NamedBody) };
}

function judgeOf(bound: readonly Bound[]): Binder['judge'] {
  const path = bound.filter(({ binding, converter }) => binding.source === 'path' && !converter?.async);
  const bits = bound.flatMap(({ binding, converter }) =>
    (binding.source === 'position' || binding.source === 'rest') && converter !== undefined
      ? [{ index: binding.index, rest: binding.source === 'rest', converter }]
      : [],
  );
  return (exchange) => {
    for (const { take } of path) take(exchange);
    exchange.unfit ||= bitsUnfit(exchange, bits);
  };
}

function refuseOf({ bindings, closed }: Route): Binder['refuse'] {
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
const FROM_NAMES: ReadonlySet<string> = new Set(['position', 'name', 'query']);

interface Surroundings {
  readonly route: Route;
  readonly variables: readonly string[];
  /** Names that arguments of their own take, and an object does not. */
  readonly names: ReadonlySet<string>;
}

function takeOf(
  binding: Binding,
  converter: Converter | undefined,
  { route, variables, names }: Surroundings,
): Take {
  if (binding.source === 'context') return takeContext(binding);
  if (converter === undefined) return () => undefined;
  switch (binding.source) {
    case 'path':
      return takePath(binding, variables.indexOf(binding.name), converter, route.unfitPath);
    case 'query':
      return takeQuery(binding, converter);
    case 'header':
      return takeHeader(binding, converter);
    case 'body':
      return takeBody(converter);
    case 'position':
      return takePosition(binding, converter, route.unfitPath);
    case 'name':
      return takeName(binding, converter);
    case 'object':
      return takeObject(binding, names);
    case 'rest':
      return takeRest(binding, converter, route.unfitPath);
    default:
      throw new TypeProblem(`values of ${binding.source} are not taken yet`);
  }
}

const FROM_TEXT: ReadonlySet<string> = new Set(['path', 'query', 'header']);

/** Undefined for a context, which is not converted. */
function converterOf(binding: Binding): Converter | undefined {
  if (binding.source === 'context' || binding.source === 'bean') return undefined;
  const converter = compileType(binding.type);
  if (FROM_TEXT.has(binding.source) && converter.text === undefined) {
    throw new TypeProblem(
      `${converter.name} cannot be made from text`,
      'give the class a constructor of one argument, static fromString or static valueOf; or bind it as the body',
    );
  }
  return converter;
}

/** It goes through the conversion of every text, so what is wrong with it is known now; not what takes its time. */
function checkDefault(binding: Binding, converter: Converter): void {
  if (!('default' in binding) || binding.default === undefined || converter.async) return;
  const value = fromTexts(converter, [binding.default], false);
  if (value !== ABSENT && !(value instanceof Failure)) return;
  const why = value === ABSENT ? 'stands for no value' : value.issues.map(({ detail }) => detail).join(', ');
  throw new TypeProblem(`the default ${JSON.stringify(binding.default)} ${why}`);
}

/** `query page` */
function labelOf(binding: Binding): string {
  return 'name' in binding ? `${binding.source} ${binding.name}` : binding.source;
}
