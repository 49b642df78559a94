import type { Binding, Route } from '../route.ts';
import { bodyReader, readNames } from '../readers/body-reader.ts';
import type { Finding } from '../table/findings.ts';
import { nearest } from '@writ/diagnostics';
import { nameOf } from '../table/findings.ts';
import { compileType } from '../values/compile-type.ts';
import { TypeProblem, type Converter } from '../values/converter.ts';
import { takeBody, takeHeader, takePath, takeQuery, type Take } from '../values/take.ts';
import { takeContext } from '../values/take-context.ts';
import { refuseUnknown } from '../values/named.ts';
import { takeName, takeObject } from '../values/take-name.ts';
import { bitsUnfit, takePosition, takeRest } from '../values/take-place.ts';
import type { Binder } from './perform.ts';

type Report = (finding: Finding) => void;

/** Resolves a route's bindings. What is wrong is reported, all of it, and the binder is then not to be used. */
export function binderOf(route: Route, variables: readonly string[], report: Report): Binder {
  const problem = (code: Finding['code'], message: string, binding: Binding, hint?: string): void =>
    report({
      code,
      severity: 'error',
      message: `${nameOf(route)}: ${message}`,
      origin: binding.origin ?? route.origin,
      hint,
    });
  const converters = route.bindings.map((binding) => {
    try {
      return converterOf(binding);
    } catch (error) {
      if (!(error instanceof TypeProblem)) throw error;
      problem('W2002', `${labelOf(binding)}: ${error.message}`, binding, error.hint);
      return undefined;
    }
  });
  const { bindings } = route;
  const names = new Set(
    bindings.flatMap((b) => (b.source === 'name' || b.source === 'position' ? [b.name] : [])),
  );
  const takes = bindings.map((binding, index): Take => {
    const converter = converters[index];
    try {
      return converter === undefined && binding.source !== 'context'
        ? () => undefined
        : takeOf(binding, converter!, { route, variables, names });
    } catch (error) {
      if (!(error instanceof TypeProblem)) throw error;
      problem('W2002', `${labelOf(binding)}: ${error.message}`, binding, error.hint);
      return () => undefined;
    }
  });
  for (const [index, binding] of bindings.entries()) {
    if (binding.source === 'path' && !variables.includes(binding.name)) {
      const meant = nearest(binding.name, variables);
      const hint =
        meant === undefined
          ? `put {${binding.name}} into the path, or read it from the query`
          : `did you mean ${JSON.stringify(meant)}?`;
      problem('W2005', `the path has no variable named ${binding.name}`, binding, hint);
    }
    if (binding.source === 'rest' && index !== bindings.length - 1) {
      problem('W2007', 'the rest of the path is not the last argument', binding);
    }
  }
  const bodies = bindings.filter((binding) => binding.source === 'body');
  const byName = route.closed === true || bindings.some(({ source }) => BY_NAME.has(source));
  if (bodies.length > 1) problem('W2006', 'the body is bound twice', bodies[1]!, 'one argument takes it all');
  const bodyIndex = bindings.findIndex((binding) => binding.source === 'body');
  return {
    takes,
    spread: bindings.at(-1)?.source === 'rest',
    async: converters.some((converter) => converter?.async ?? false),
    readBody: readBodyOf(),
    judge: route.unfitPath === 404 ? judgeOf() : undefined,
    refuse: byName && bodyIndex === -1 ? refuseOf() : undefined,
  };

  function readBodyOf(): Binder['readBody'] {
    const converter = converters[bodyIndex];
    if (converter !== undefined) {
      return bodyReader((bindings[bodyIndex] as { type: unknown }).type, converter, route.consumes);
    }
    return byName ? readNames : undefined;
  }

  function judgeOf(): Binder['judge'] {
    const path = takes.filter((_, index) => bindings[index]!.source === 'path' && !converters[index]?.async);
    const bits = bindings.flatMap((binding, index) =>
      binding.source === 'position' || binding.source === 'rest'
        ? [{ index: binding.index, rest: binding.source === 'rest', converter: converters[index]! }]
        : [],
    );
    return (exchange) => {
      for (const take of path) take(exchange);
      exchange.unfit ||= bitsUnfit(exchange, bits);
    };
  }

  function refuseOf(): Binder['refuse'] {
    const open = bindings.some((binding) => binding.source === 'object' && binding.type.rest !== undefined);
    const fields = bindings.flatMap((b) => (b.source === 'object' ? Object.keys(b.type.fields) : []));
    const known = route.closed === true && !open ? new Set([...names, ...fields]) : undefined;
    const places = bindings.some(({ source }) => source === 'rest')
      ? Infinity
      : bindings.filter(({ source }) => source === 'position').length;
    return (exchange) => refuseUnknown(exchange, known, places);
  }
}

const BY_NAME: ReadonlySet<string> = new Set(['position', 'name', 'object', 'rest']);

interface Surroundings {
  readonly route: Route;
  readonly variables: readonly string[];
  /** Names that arguments of their own take, and an object does not. */
  readonly names: ReadonlySet<string>;
}

function takeOf(binding: Binding, converter: Converter, { route, variables, names }: Surroundings): Take {
  switch (binding.source) {
    case 'path':
      return takePath(binding, variables.indexOf(binding.name), converter, route.unfitPath);
    case 'query':
      return takeQuery(binding, converter);
    case 'header':
      return takeHeader(binding, converter);
    case 'body':
      return takeBody(converter);
    case 'context':
      return takeContext(binding);
    case 'position':
      return takePosition(binding, converter, route.unfitPath);
    case 'name':
      return takeName(binding, converter);
    case 'object':
      return takeObject(binding, names);
    case 'rest':
      return takeRest(binding, converter, route.unfitPath);
  }
}

const FROM_TEXT: ReadonlySet<string> = new Set(['path', 'query', 'header']);

/** Undefined for a context, which is not converted. */
function converterOf(binding: Binding): Converter | undefined {
  if (binding.source === 'context') return undefined;
  const converter = compileType(binding.type);
  if (FROM_TEXT.has(binding.source) && converter.text === undefined) {
    throw new TypeProblem(
      `${converter.name} cannot be made from text`,
      'give the class a constructor of one argument, static fromString or static valueOf; or bind it as the body',
    );
  }
  return converter;
}

/** `query page` */
function labelOf(binding: Binding): string {
  return 'name' in binding ? `${binding.source} ${binding.name}` : binding.source;
}
