/** The headers that clients send in addition to those of a case: none, those of a browser, or different ones each time. */
export const HEADER_SETS = ['minimal', 'browser', 'varying'] as const;

export type HeaderSet = (typeof HEADER_SETS)[number];

const BROWSER = [
  'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'accept: */*',
  'accept-language: en-US,en;q=0.5',
  'accept-encoding: gzip, deflate, br, zstd',
  'referer: http://127.0.0.1/page',
  'cookie: session=jLp0Xv3cQ9mTa7RkWz5uYg; theme=dark',
  'connection: keep-alive',
];

/**
 * Number of different requests of the set `varying`. It has no common factor with the usual numbers of connections, so
 * that no connection sends the same request twice in a row.
 */
const VARIANTS = 97;

/** Adds the headers of a set to a request. Clients send the returned requests in turn. All have the same length. */
export function addHeaders(request: string, set: HeaderSet): readonly string[] {
  if (set === 'minimal') return [request];
  if (set === 'browser') return [insertHeaders(request, BROWSER)];
  return Array.from({ length: VARIANTS }, (_, index) => {
    const parent = index.toString(16).padStart(16, '0');
    return insertHeaders(request, [
      ...BROWSER,
      `traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-${parent}-01`,
    ]);
  });
}

function insertHeaders(request: string, lines: readonly string[]): string {
  const end = request.indexOf('\r\n') + 2;
  return `${request.slice(0, end)}${lines.join('\r\n')}\r\n${request.slice(end)}`;
}
