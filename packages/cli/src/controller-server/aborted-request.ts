import { printable } from '@writ/diagnostics';
import type { AbortedRequest } from '@writ/http/kernel';

/** `writ: cut off after 10000 ms: GET /slow`; the path is the client's, and the line goes to a terminal. */
export function renderAbortedRequest({ method, path, age }: AbortedRequest): string {
  return `writ: cut off after ${age} ms: ${method} ${printable(path).replaceAll('\n', ' ')}\n`;
}
