import { printable } from '@writ/diagnostics';
import type { AbortedRequest } from '@writ/http/kernel';

/**
 * Renders a message such as `aborted after 10000 ms: GET /slow`. It is made safe for a terminal, because the path comes
 * from the client.
 */
export function renderAbortedRequest({ method, path, age }: AbortedRequest): string {
  return `aborted after ${age} ms: ${method} ${printable(path).replaceAll('\n', ' ')}`;
}
