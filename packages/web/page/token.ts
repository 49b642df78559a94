const key = 'writ-token';

/** The token that this tab holds; undefined when it has none. */
export function heldToken(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

export function holdToken(token: string): void {
  sessionStorage.setItem(key, token);
}

/** Removes a token that was refused, unless another one was entered meanwhile. */
export function dropToken(token: string | undefined): void {
  if (heldToken() === token) sessionStorage.removeItem(key);
}
