import { isObject } from './reflection.ts';

/**
 * Throws `TypeError` for an annotation that stands without its parentheses: it would say nothing, and where types are
 * only stripped nobody would see it. `given` are its arguments, `written` is how it is written.
 */
export function assertCalled(given: readonly unknown[], written: string): void {
  if (isDecoratorCall(given)) throw new TypeError(`an annotation is always called: write ${written}`);
}

/** Whether these are what a decorator is given, in either mode, rather than an annotation. */
function isDecoratorCall([target, second, third]: readonly unknown[]): boolean {
  if (typeof third === 'number') return true;
  if (isObject(third) && typeof target !== 'string')
    return 'value' in third || 'get' in third || 'set' in third;
  // A field under experimental decorators.
  if (isObject(target) && (typeof second === 'string' || typeof second === 'symbol')) return true;
  if (isObject(second)) return 'kind' in second && 'addInitializer' in second;
  return typeof target === 'function' && second === undefined && /^class\b/.test(String(target));
}
