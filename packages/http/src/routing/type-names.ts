import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { quotePattern } from './pattern-hints.ts';

/** A variable whose regular expression may be the name of a type. */
export interface TypedVariable {
  readonly name: string;
  readonly regex: string;
  /** The pattern that contains it. */
  readonly pattern: string;
  /** The position of its name in the pattern. */
  readonly index: number;
}

/**
 * Warns about a variable such as `{id:int}`, whose regular expression is the name of a type and therefore matches only
 * this name. `isBound` is true if a binding can declare the type.
 */
export function checkTypeName(
  what: string,
  { name, regex, pattern, index }: TypedVariable,
  isBound: boolean,
  origin: Origin | undefined,
): Finding | undefined {
  const type = TYPES.get(regex.trim().toLowerCase());
  if (type === undefined) return undefined;
  const expression = type === REST ? `:${REST}` : '';
  const fixed = pattern.slice(0, index) + pattern.slice(index).replace(`:${regex}`, expression);
  const declaration =
    isBound && type !== REST
      ? `, and declare the type with the binding, as in PathParam('${name}', ${type})`
      : '';
  return {
    rule: 'type-name',
    message: `${what}: the regular expression of ${name} matches only ${JSON.stringify(regex)}, not the values of a type`,
    hint: `write ${quotePattern(fixed)}${declaration}`,
    origin,
  };
}

/** The expression of a variable that matches the rest of the path. Other frameworks use the type `path` for it. */
const REST = '.*';

/** Names of types in Writ, TypeScript and other frameworks, in lower case, and the type or expression to write instead. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'int'],
  ['integer', 'int'],
  ['number', 'Number'],
  ['float', 'Number'],
  ['string', 'String'],
  ['str', 'String'],
  ['boolean', 'Boolean'],
  ['bool', 'Boolean'],
  ['bigint', 'BigInt'],
  ['uuid', 'uuid'],
  ['guid', 'uuid'],
  ['date', 'isoDate'],
  ['datetime', 'isoDate'],
  ['isodate', 'isoDate'],
  ['path', REST],
]);
