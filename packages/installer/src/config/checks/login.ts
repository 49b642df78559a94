import type { Check } from './check.ts';
import { passwordsOf, usersOf } from './users.ts';

/** Reports configurations in which neither root nor any user has a password. An empty password locks an account. */
export const checkLogin: Check = ({ config, hasKey, isInvalid, finding }) => {
  const root = '/!root-password';
  const keys = [root, '/!users'].filter(hasKey);
  const [first] = keys;
  // Another check reports missing keys. An invalid value may be intended as a password.
  if (first === undefined || keys.some(isInvalid)) return [];
  // A user without `username` may be in a legacy format, which declares the password under another key.
  if (usersOf(config).some(({ user }) => user.username === undefined)) return [];
  if (passwordsOf(config).some(({ value }) => value !== undefined)) return [];
  return [
    finding(
      'no-login',
      first,
      {
        message: 'neither root nor any user has a password, so no one could log in',
        hint: 'set a password for one of them',
      },
      'key',
    ),
  ];
};
