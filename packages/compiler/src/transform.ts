/** @module The TypeScript compiler, which supports decorators, parameter decorators and their metadata. */
export { transformSync } from 'oxc-transform';

/** The URL of a module from which the helpers that compiled code imports, `@oxc-project/runtime`, can be resolved. */
export const HELPERS_PARENT: string = import.meta.url;
