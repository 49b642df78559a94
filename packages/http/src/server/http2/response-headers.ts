import type { OutgoingHttpHeaders } from 'node:http';

/** Headers that HTTP/2 does not allow, because they describe a connection of HTTP/1.1. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Converts a flat list of names and values to the headers of an HTTP/2 response. Omits the headers of HTTP/1.1
 * connections. Joins repeated values, except those of Set-Cookie, because Node rejects repeated values of some headers.
 */
export function toHttp2Headers(headers: readonly string[]): OutgoingHttpHeaders {
  const result: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!.toLowerCase(), headers[index + 1]!];
    if (CONNECTION_HEADERS.has(name)) continue;
    const earlier = result[name];
    if (earlier === undefined) result[name] = name === 'set-cookie' ? [value] : value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else result[name] = `${earlier}, ${value}`;
  }
  return result;
}
