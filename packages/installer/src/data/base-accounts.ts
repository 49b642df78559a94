import names from './base-accounts.json' with { type: 'json' };

/**
 * Users and groups of every installed system. useradd rejects these names, because it creates a group with
 * the user's name too.
 */
export const baseAccounts: ReadonlySet<string> = new Set(names);
