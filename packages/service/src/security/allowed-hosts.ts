import { isIP } from 'node:net';
import type { Filter } from '@writ/http';
import { problem } from '../problems.ts';

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
// Any port is accepted, because an SSH tunnel or a proxy may forward a different port.
const HOST = /^(?<name>[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const LABEL = /^[a-z\d_](?:[\w-]{0,61}[a-z\d_])?$/i;

/** The rule for names of `allowHosts`, for use in messages. */
export const allowedHostRule = 'a host name or an IP address, without a scheme, a port or a wildcard';

/** Returns a name of this machine as clients send it; undefined if it is invalid. */
export function parseAllowedHost(text: string): string | undefined {
  if (isIP(text) === 6) return new URL(`http://[${text}]`).hostname;
  const name = text.toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.every((label) => LABEL.test(label));
  // The last label of a host name contains a letter.
  return isIP(name) === 4 || (isName && /[a-z]/.test(labels.at(-1)!)) ? name : undefined;
}

/**
 * Creates a filter that refuses requests for other hosts than the loopback interface and the given names, which
 * `parseAllowedHost` has returned. A foreign site can resolve its own name to the address of this machine (DNS
 * rebinding); the browser then sends that name. Both the `Host` header and the host that a trusted proxy names must be
 * allowed.
 */
export function allowHosts(names: readonly string[]): Filter {
  const allowed = new Set(names);
  const isAllowed = (host: string): boolean => LOOPBACK_NAME.test(host) || allowed.has(host);
  return ({ request }, next) => {
    const sent = HOST.exec(request.headers.get('host') ?? '')?.groups?.['name'];
    const forwarded = request.url.hostname;
    if (sent !== undefined && [sent, forwarded].every((name) => isAllowed(normalize(name)))) return next();
    throw problem('host-refused', {
      detail:
        'This service accepts localhost, loopback addresses, the address in --listen, and the names that writ serve --allow-host allows',
    });
  };
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
