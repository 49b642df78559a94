import type { RateLimitOptions } from '@writ/http';

/** The number of logins that one client may try, so that passwords cannot be guessed. */
export const loginLimit: RateLimitOptions = { limit: 20, window: 60_000, name: 'login' };
