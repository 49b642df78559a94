/** @module Helpers that the packages of Writ share. They may change; do not use them in applications. */
export { defined } from './defined.ts';
export { isSubclass } from './subclass.ts';
export { displayPath, locate, readSource } from './location.ts';
export { parseStackLine, stackLines, toFilePath } from './stack.ts';
export { Semaphore } from './semaphore.ts';
export { withTimeout } from './with-timeout.ts';
