import { classesOf, droppedProperties } from './instances.ts';
import { findTransferObstacle } from './transfer-obstacle.ts';
import { privateMemberOf } from './private-member.ts';

/** What was thrown, in a form that can cross, and what it losses. */
export interface TransferableError {
  readonly error: unknown;
  readonly losses: readonly string[];
}

/** An error keeps its class and its fields; those that cannot be cloned are left out, and so is a class with `#` members. */
export function toTransferableError(error: unknown): TransferableError {
  const losses: string[] = [];
  return { error: toTransferable(error, 'the error', losses, new Set()), losses };
}

function toTransferable(
  value: unknown,
  what: string,
  losses: string[],
  above: ReadonlySet<unknown>,
): unknown {
  if (!(value instanceof Error) || value instanceof DOMException) {
    const obstacle = findTransferObstacle(value, what);
    if (obstacle === undefined) return value;
    losses.push(obstacle);
    return above.size === 0 ? plainError(value) : undefined;
  }
  const { message, stack } = plainError(value);
  const copy = new Error(message);
  Object.defineProperty(copy, 'stack', { value: stack, writable: true, configurable: true });
  Object.setPrototypeOf(copy, transferablePrototype(value, what, losses));
  const within = new Set([...above, value]);
  const add = (name: string, part: unknown, enumerable: boolean): void => {
    if (within.has(part)) return;
    const at = `/${name} of ${what}`;
    const kept =
      Array.isArray(part) && part.some((each) => each instanceof Error)
        ? part.map((each: unknown) => toTransferable(each, at, losses, within))
        : toTransferable(part, at, losses, within);
    if (kept === undefined && part !== undefined) return;
    Object.defineProperty(copy, name, { value: kept, enumerable, writable: true, configurable: true });
  };
  if (Object.hasOwn(value, 'cause')) add('cause', value.cause, false);
  for (const [name, part, enumerable] of droppedProperties(value)) add(name, part, enumerable);
  return copy;
}

/** That of its nearest class whose instances can cross. */
function transferablePrototype(error: Error, what: string, losses: string[]): object {
  const classes = classesOf(error);
  const last = classes.findLastIndex((type) => privateMemberOf(type) !== undefined);
  if (last === -1) return Object.getPrototypeOf(error) as object;
  const type = classes[last]!;
  losses.push(
    `${what} is a ${type.name}, whose ${privateMemberOf(type)} stays in its thread: make it public`,
  );
  return Object.getPrototypeOf(type.prototype) as object;
}

/** An error without what it carries. */
export function plainError(error: unknown): Error {
  const { message = String(error), stack } = Object(error) as { message?: unknown; stack?: string };
  return Object.assign(new Error(String(message)), stack === undefined ? {} : { stack });
}
