import type { Router } from '../router.ts';
import type { InjectRequest, InjectResponse } from './inject.ts';

/** Sends a request over one transport. A string is a GET of that path. */
export type Client = (request: InjectRequest | string) => Promise<InjectResponse>;
/** Serves the router over the transport of this run until the test ends. */
export type ClientFactory = (router: Router) => Promise<Client>;

/**
 * A vitest `describe` that runs its cases three times: in process, over a Node server, over the fetch handler.
 *
 *     describeTransports('notes', (serve) => {
 *       it('answers', async () => {
 *         const client = await serve(router);
 *         expect((await client('/notes')).status).toBe(200);
 *       });
 *     });
 */
export declare function describeTransports(name: string, cases: (serve: ClientFactory) => void): void;
