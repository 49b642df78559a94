import { classesOf, droppedProperties } from './instances.ts';
import { findTransferObstacle } from './transfer-obstacle.ts';
import { privateMemberOf } from './private-member.ts';

/** The transferable form of a thrown value, with descriptions of the omitted parts. */
export interface TransferableError {
  readonly error: unknown;
  readonly omitted: readonly string[];
}

/**
 * Copies an error with its class and properties. Omits properties that cannot be cloned and classes with private
 * members.
 */
export function toTransferableError(error: unknown): TransferableError {
  const omitted: string[] = [];
  return { error: toTransferable(error, 'the error', omitted, new Set()), omitted };
}

function toTransferable(
  value: unknown,
  what: string,
  omitted: string[],
  above: ReadonlySet<unknown>,
): unknown {
  if (!(value instanceof Error) || value instanceof DOMException) {
    const obstacle = findTransferObstacle(value, what);
    if (obstacle === undefined) return value;
    omitted.push(obstacle);
    return above.size === 0 ? plainError(value) : undefined;
  }
  const { message, stack } = plainError(value);
  const copy = new Error(message);
  Object.defineProperty(copy, 'stack', { value: stack, writable: true, configurable: true });
  Object.setPrototypeOf(copy, transferablePrototype(value, what, omitted));
  const within = new Set([...above, value]);
  const add = (name: string, part: unknown, enumerable: boolean): void => {
    if (within.has(part)) return;
    const at = `/${name} of ${what}`;
    const transferable =
      Array.isArray(part) && part.some((each) => each instanceof Error)
        ? part.map((each: unknown) => toTransferable(each, at, omitted, within))
        : toTransferable(part, at, omitted, within);
    if (transferable === undefined && part !== undefined) return;
    Object.defineProperty(copy, name, {
      value: transferable,
      enumerable,
      writable: true,
      configurable: true,
    });
  };
  if (Object.hasOwn(value, 'cause')) add('cause', value.cause, false);
  for (const [name, part, enumerable] of droppedProperties(value)) add(name, part, enumerable);
  return copy;
}

/** Returns the prototype of the nearest class whose instances can be transferred. */
function transferablePrototype(error: Error, what: string, omitted: string[]): object {
  const classes = classesOf(error);
  const last = classes.findLastIndex((type) => privateMemberOf(type) !== undefined);
  if (last === -1) return Object.getPrototypeOf(error) as object;
  const type = classes[last]!;
  omitted.push(
    `${what} is a ${type.name}, whose ${privateMemberOf(type)} cannot be transferred: make it public`,
  );
  return Object.getPrototypeOf(type.prototype) as object;
}

/** Creates an error with only the message and stack. */
export function plainError(error: unknown): Error {
  const { message = String(error), stack } = Object(error) as { message?: unknown; stack?: string };
  return Object.assign(new Error(String(message)), stack === undefined ? {} : { stack });
}
