import type { Router } from '../router.ts';
import { InjectTransport } from './inject-transport.ts';
import { toPlainRequest, type InjectRequest, type InjectResponse } from './message.ts';

/**
 * Sends a request in process. It passes through the same exchange and pipeline as on a server, without sockets. If
 * `request` is a string, it is the path of a GET request. Rejects if the signal is aborted before the response starts.
 */
export function inject(router: Router, request: InjectRequest | string): Promise<InjectResponse> {
  if (router.isBlocked) return router.ready().then(() => inject(router, request));
  const transport = new InjectTransport(toPlainRequest(request));
  router.handle(transport);
  return transport.response;
}
