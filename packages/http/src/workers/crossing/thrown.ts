import { classesOf, fieldsOf } from './instances.ts';
import { obstacleOf } from './obstacle.ts';
import { privateMemberOf } from './private-member.ts';

/** What was thrown, in a form that can cross, and what it lacks. */
export interface Thrown {
  readonly error: unknown;
  readonly lacks: readonly string[];
}

/** An error keeps its class and its fields; those that cannot be cloned are left out, and so is a class with `#` members. */
export function thrownOf(error: unknown): Thrown {
  const lacks: string[] = [];
  return { error: crossing(error, 'the error', lacks, new Set()), lacks };
}

function crossing(value: unknown, what: string, lacks: string[], above: ReadonlySet<unknown>): unknown {
  if (!(value instanceof Error) || value instanceof DOMException) {
    const obstacle = obstacleOf(value, what);
    if (obstacle === undefined) return value;
    lacks.push(obstacle);
    return above.size === 0 ? plainError(value) : undefined;
  }
  const { message, stack } = plainError(value);
  const copy = new Error(message);
  Object.defineProperty(copy, 'stack', { value: stack, writable: true, configurable: true });
  Object.setPrototypeOf(copy, prototypeOf(value, what, lacks));
  const within = new Set([...above, value]);
  const add = (name: string, part: unknown, enumerable: boolean): void => {
    if (within.has(part)) return;
    const at = `/${name} of ${what}`;
    const kept =
      Array.isArray(part) && part.some((each) => each instanceof Error)
        ? part.map((each: unknown) => crossing(each, at, lacks, within))
        : crossing(part, at, lacks, within);
    if (kept === undefined && part !== undefined) return;
    Object.defineProperty(copy, name, { value: kept, enumerable, writable: true, configurable: true });
  };
  if (Object.hasOwn(value, 'cause')) add('cause', value.cause, false);
  for (const [name, part, enumerable] of fieldsOf(value)) add(name, part, enumerable);
  return copy;
}

/** That of its nearest class whose instances can cross. */
function prototypeOf(error: Error, what: string, lacks: string[]): object {
  const classes = classesOf(error);
  const last = classes.findLastIndex((type) => privateMemberOf(type) !== undefined);
  if (last === -1) return Object.getPrototypeOf(error) as object;
  const type = classes[last]!;
  lacks.push(`${what} is a ${type.name}, whose ${privateMemberOf(type)} stays in its thread: make it public`);
  return Object.getPrototypeOf(type.prototype) as object;
}

/** An error without what it carries. */
export function plainError(error: unknown): Error {
  const { message = String(error), stack } = Object(error) as { message?: unknown; stack?: string };
  return Object.assign(new Error(String(message)), stack === undefined ? {} : { stack });
}
