import { classOf, isObject } from './reflection.ts';

/**
 * Rejects an annotation without parentheses, which would have no effect and, without a type check, go unnoticed.
 *
 * @param given the arguments of the annotation.
 * @param written the annotation as it should be written, for the message.
 * @throws TypeError
 */
export function assertCalled(given: readonly unknown[], written: string): void {
  if (!isDecoratorCall(given)) return;
  const target = describeTarget(given);
  const on = target === undefined ? '' : ` on ${target}`;
  throw new TypeError(`an annotation${on} must be called: write ${written}`);
}

/**
 * Returns the name of the decorated class or member, such as `Notes.one`; undefined if it is unknown. A standard
 * decorator of a member does not learn the class.
 */
function describeTarget([target, second]: readonly unknown[]): string | undefined {
  if (isObject(second))
    return 'name' in second && second.name !== undefined ? String(second.name) : undefined;
  const name = classOf(target)?.name;
  if (name === undefined || name === '') return second === undefined ? undefined : String(second);
  return second === undefined ? name : `${name}.${String(second)}`;
}

/** Whether the arguments belong to a decorator call, in either mode, rather than to an annotation call. */
function isDecoratorCall([target, second, third]: readonly unknown[]): boolean {
  if (typeof third === 'number') return true;
  if (isObject(third) && typeof target !== 'string')
    return 'value' in third || 'get' in third || 'set' in third;
  // A field with experimental decorators.
  if (isObject(target) && (typeof second === 'string' || typeof second === 'symbol')) return true;
  if (isObject(second)) return 'kind' in second && 'addInitializer' in second;
  return typeof target === 'function' && second === undefined && /^class\b/.test(String(target));
}
