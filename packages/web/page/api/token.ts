const TOKEN_KEY = 'writ-token';

/** The token stored in this tab; undefined if there is none. */
export function readToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** Removes a refused token, unless a different token has been stored since. */
export function removeToken(token: string | undefined): void {
  if (readToken() === token) sessionStorage.removeItem(TOKEN_KEY);
}
