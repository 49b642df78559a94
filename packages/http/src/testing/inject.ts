import type { Router } from '../router.ts';
import { InjectTransport } from './inject-transport.ts';
import { toPlainRequest, type InjectRequest, type InjectResponse } from './message.ts';

/**
 * A request without sockets: the same exchange and pipeline as on a server. A string is a GET of that path. Rejects
 * when the signal was aborted before a response began.
 */
export function inject(router: Router, request: InjectRequest | string): Promise<InjectResponse> {
  if (router.isBlocked) return router.ready().then(() => inject(router, request));
  const transport = new InjectTransport(toPlainRequest(request));
  router.handle(transport);
  return transport.response;
}
