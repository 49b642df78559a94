import names from './base-accounts.json' with { type: 'json' };

/**
 * Users and groups of every installed system. useradd rejects these names, because it also creates a group
 * with the user's name.
 */
export const baseAccounts: ReadonlySet<string> = new Set(names);
