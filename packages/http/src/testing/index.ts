/**
 * @module In-process requests for application tests. They pass through the same pipeline as requests to a server, but
 * without a socket.
 */
export { inject } from './inject.ts';
export type { InjectRequest, InjectResponse } from './message.ts';
