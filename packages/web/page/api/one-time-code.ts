import { dataOf, service } from './requests.ts';
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
  const { token } = await dataOf(service().POST('/session', { body: { code } }));
  storeToken(token);
}
