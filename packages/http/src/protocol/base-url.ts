const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** Returns scheme and host of a request's URL. If the Host header is invalid in a URL, the host is `localhost`. */
export function baseUrl(scheme: 'http' | 'https', host: string | undefined): string {
  return `${scheme}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
