/** @module Requests in process, for tests of an application: the same pipeline without sockets. */
export { inject } from './inject.ts';
export type { InjectRequest, InjectResponse } from './message.ts';
