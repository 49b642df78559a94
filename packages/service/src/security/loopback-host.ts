import type { Filter } from '@writ/http';
import { problem } from '../problems.ts';

// Any port is accepted, because an SSH tunnel may forward a different port.
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests whose Host is not a loopback name. A foreign site can resolve its own name to 127.0.0.1 (DNS
 * rebinding); the browser then sends that name.
 */
export const requireLoopbackHost: Filter = ({ request }, next) => {
  if (LOOPBACK_HOST.test(request.headers.get('host') ?? '')) return next();
  throw problem('not-a-loopback-name', {
    detail: 'This service only accepts the host names localhost, 127.0.0.1 and [::1]',
  });
};
