/**
 * The nonce with which the content security policy of this page allows style elements; empty if it allows none. Only
 * the page of an installation has a nonce, and only if the browser loaded this page directly.
 */
export function readStyleNonce(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.nonce ?? '';
}
