/**
 * @module In-process requests for application tests. They pass through the same pipeline as on a server, without
 * sockets.
 */
export { inject } from './inject.ts';
export type { InjectRequest, InjectResponse } from './message.ts';
