const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** The scheme and host of a request's URL, from its Host header; `localhost` if that is invalid in a URL. */
export function baseUrl(scheme: 'http' | 'https', host: string | undefined): string {
  return `${scheme}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
