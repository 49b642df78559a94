const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/**
 * Returns the scheme and the host for a request URL. If the Host header is missing or invalid in a URL, the host is
 * `localhost`.
 */
export function baseUrl(scheme: 'http' | 'https', host: string | undefined): string {
  return `${scheme}://${host !== undefined && isHost(host) ? host : 'localhost'}`;
}

/** Whether a Host header is valid in a URL. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}
