/** @module Early hints: links that the browser loads while the handler prepares the response. */
import type { RoutingContext } from '../contract/context.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** The syntax of a link that every transport can send: parameters contain neither spaces nor semicolons. */
const LINK = /^<[^<>\s]+>(?:\s*;\s*[^;="\s]+(?:=(?:"[^;"\s]*"|[^;"\s]*))?)*$/;
const ASCII = /^[\x20-\x7e]+$/;

/**
 * Sends an informational response with status 103 and `Link` headers (RFC 8297), such as
 * `</app.css>; rel=preload; as=style`, so that browsers load the files while the handler prepares the response. Returns
 * false if it was not sent: in the fetch handler, for in-process requests, to HTTP/1.0 clients, on runtimes whose
 * `node:http` cannot send it, and after the response has started or the client has disconnected. Set the same links on
 * the response, because proxies may discard hints. Throws `TypeError` if there is no link or a link is invalid.
 */
export function sendEarlyHints(context: RoutingContext, ...links: readonly string[]): boolean {
  if (links.length === 0) throw new TypeError('sendEarlyHints: pass at least one link');
  const invalid = links.find((link) => typeof link !== 'string' || !LINK.test(link) || !ASCII.test(link));
  if (invalid !== undefined) {
    throw new TypeError(
      `sendEarlyHints: invalid link ${JSON.stringify(invalid)}: write it as '</app.css>; rel=preload; as=style'`,
    );
  }
  const { transport, isSettled, openedResponse } = context as Exchange;
  if (isSettled || openedResponse?.started || transport.gone) return false;
  return transport.sendHints?.(links) ?? false;
}
