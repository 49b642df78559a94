import { readProblem } from './problem.ts';
import { storeToken } from './token.ts';

/** The one-time code of the address, which leaves it at once; undefined when there is none. */
export function removeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return code;
}

/**
 * Exchanges a one-time code for the token, which this tab holds from then on.
 *
 * @throws {Problem} when the code is refused
 */
export async function exchangeCode(code: string): Promise<void> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    cache: 'no-store',
  });
  if (!response.ok) throw await readProblem(response);
  storeToken(((await response.json()) as { readonly token: string }).token);
}
