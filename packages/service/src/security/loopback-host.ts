import type { Filter } from '@writ/http';
import { problem } from '../problems.ts';

// Any port: a tunnel of ssh may end at another one.
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests whose Host is no name of the loopback. A page elsewhere can let its own name point to 127.0.0.1
 * (DNS rebinding); the browser then sends that name.
 */
export const requireLoopbackHost: Filter = ({ request }, next) => {
  if (LOOPBACK_HOST.test(request.headers.get('host') ?? '')) return next();
  throw problem('not-a-loopback-name', {
    detail: 'This service answers to localhost, 127.0.0.1 and [::1] only',
  });
};
