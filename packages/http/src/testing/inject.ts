import type { Router } from '../router.ts';
import { answer } from '../server/answer.ts';
import { InjectTransport } from './inject-transport.ts';
import { toPlainRequest, type InjectRequest, type InjectResponse } from './message.ts';

/**
 * Sends a request in process, through the same pipeline as a request to a server, but without a socket. If `request` is
 * a string, it is the path of a GET request. Rejects if the signal is aborted before the response starts, or if
 * start-up work fails. Rejects with `StartupError` if routes are invalid.
 */
export function inject(router: Router, request: InjectRequest | string): Promise<InjectResponse> {
  if (router.isBlocked) return router.ready().then(() => inject(router, request));
  return answer(router, new InjectTransport(toPlainRequest(request)));
}
