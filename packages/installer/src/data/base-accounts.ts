import names from './base-accounts.json' with { type: 'json' };

/** Users and groups of every installed system. useradd creates a group of the user's name, and rejects these. */
export const baseAccounts: ReadonlySet<string> = new Set(names);
