const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** The scheme and host of a request's URL, by its Host header; `localhost` in place of one that no URL has. */
export function baseUrl(scheme: 'http' | 'https', host: string | undefined): string {
  return `${scheme}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
