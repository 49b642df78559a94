import { defined } from '@writ/diagnostics/internal';
import { baseAccounts } from '../../data/base-accounts.ts';
import { isPlaceholder } from './placeholder.ts';
import type { Check } from './check.ts';
import { usersOf } from './users.ts';

const expected = 'a lower-case letter or _, then lower-case letters, digits, _ and -; at most 32 characters';

/** Reports user names that useradd rejects, placeholders, and names of users and groups of the base system. */
export const checkUserNames: Check = ({ config, finding }) =>
  usersOf(config).flatMap(({ user: { username }, pointer }) => {
    const place = `${pointer}/username`;
    if (username === undefined) return [];
    const report = (message: string, hint?: string): ReturnType<Check> => [
      finding('user-name', place, { message, expected, ...defined({ hint }) }),
    ];
    if (username === '') return report('the user name is empty');
    if (isPlaceholder(username))
      return report('the user name looks like a placeholder that was not filled in');
    if (username === 'root')
      return report('root exists on every system', 'set its password with !root-password');
    if (baseAccounts.has(username))
      return report('the base system already has a user or group with this name', 'choose another one');
    if (username.length > 32) return report(`the user name has ${username.length} characters`);
    if (/[A-Z]/.test(username))
      return report('the user name contains an upper-case letter', 'write it with lower-case letters');
    if (/^[^a-z_]/.test(username)) return report('the user name does not begin with a letter or _');
    if (!/^[a-z0-9_-]*$/.test(username))
      return report('the user name contains a character that useradd rejects');
    return [];
  });
