import type { Logger, Toolkit } from '@writ/http';
import { accessLog } from '@writ/http/telemetry';
import { maskTicket } from './mask-ticket.ts';

/** Logs each request when it is over, except health checks. The returned function stops the log. */
export function logRequests(toolkit: Toolkit, logger: Logger): () => void {
  return accessLog(toolkit, {
    ignore: ({ request }) => request.path === '/health' || request.path === '/ready',
    logger: {
      info(data, message) {
        const path = String(data['path']);
        const masked = maskTicket(path);
        // Replaced by a function, because the path may contain patterns of a replacement, such as `$&`.
        logger.info(
          { ...data, path: masked },
          masked === path ? message : message.replace(path, () => masked),
        );
      },
    },
  });
}
