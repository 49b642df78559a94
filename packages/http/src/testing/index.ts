/** @module A request in process, for tests of an application: no sockets, the same pipeline. */
export { inject } from './inject.ts';
export type { InjectRequest, InjectResponse } from './message.ts';
