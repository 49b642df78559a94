import type { ConfigEntry } from './config-entry.ts';

/** Whether there are keys and all of them belong in a credentials file. */
export function hasOnlyCredentials(top: readonly ConfigEntry[]): boolean {
  return (
    top.length > 0 &&
    top.every(({ key }) =>
      /^(!root-password|!?users|!?superusers|root_enc_password)$|encryption.*password/i.test(key),
    )
  );
}
