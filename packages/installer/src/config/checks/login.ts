import type { Check } from './check.ts';
import { passwordsOf, usersOf } from './users.ts';

/** Someone must be able to log in: an empty password locks, it does not open. */
export const checkLogin: Check = ({ config, hasKey, isInvalid, finding }) => {
  const root = '/!root-password';
  const keys = [root, '/!users'].filter(hasKey);
  const [first] = keys;
  // That neither key is there is told as such; what does not fit the schema may be a password all the same.
  if (first === undefined || keys.some(isInvalid)) return [];
  // An account in another form has its password in another place.
  if (usersOf(config).some(({ user }) => user.username === undefined)) return [];
  if (passwordsOf(config).some(({ value }) => value !== undefined)) return [];
  return [
    finding(
      'no-login',
      first,
      {
        message: 'neither root nor a user has a password, so no account could log in',
        hint: 'set a password for one of them',
      },
      'key',
    ),
  ];
};
