/** @module Helpers that Writ's packages share. Applications must not use these helpers, because they may change. */
export { defined } from './defined.ts';
export { isObject } from './is-object.ts';
export { isSubclass } from './subclass.ts';
export { displayPath, locate, readSource } from './location.ts';
export { parseStackLine, stackLines, toFilePath } from './stack.ts';
export { Semaphore } from './semaphore.ts';
export { withTimeout } from './with-timeout.ts';
