import { readProblem } from './problem.ts';
import { storeToken } from './token.ts';

/** Removes the one-time code from the address and returns it; undefined if there is none. */
export function removeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return code;
}

/**
 * Exchanges a one-time code for the token, which is then stored in this tab.
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
