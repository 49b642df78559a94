import type { Logger, Toolkit } from '@writ/http';
import { accessLog } from '@writ/http/telemetry';

/** Routes whose paths contain a secret: a ticket remains valid for a minute unless it has been used. */
const SECRET_ROUTES: ReadonlySet<string> = new Set(['/downloads/{ticket}']);

/** Logs each request when it is over, except health checks. The returned function stops the log. */
export function logRequests(toolkit: Toolkit, logger: Logger): () => void {
  return accessLog(toolkit, {
    ignore: ({ request }) => request.path === '/health' || request.path === '/ready',
    logger: {
      info(data, message) {
        const { path, route } = data;
        if (typeof route !== 'string' || !SECRET_ROUTES.has(route)) logger.info(data, message);
        else logger.info({ ...data, path: route }, message.replaceAll(String(path), route));
      },
    },
  });
}
