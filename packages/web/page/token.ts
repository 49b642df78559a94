const TOKEN_KEY = 'writ-token';

/** The token that this tab holds; undefined when it has none. */
export function readToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** Removes a token that was refused, unless another one was entered meanwhile. */
export function removeToken(token: string | undefined): void {
  if (readToken() === token) sessionStorage.removeItem(TOKEN_KEY);
}
