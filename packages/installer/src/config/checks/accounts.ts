import { nearest } from '@writ/diagnostics';
import type { Check } from './check.ts';
import { escapePointer } from '../pointers.ts';
import { usersOf } from './users.ts';

/** Reports accounts in `x-writ.accounts` that are not in `!users`. */
export const checkAccounts: Check = ({ config, isInvalid, finding }) => {
  const accounts = Object.keys(config['x-writ']?.accounts ?? {});
  if (isInvalid('/!users')) return [];
  const names = usersOf(config).map(({ user }) => user.username as string | undefined);
  if (!names.every((name) => name !== undefined)) return [];
  return accounts
    .filter((name) => !names.includes(name))
    .map((name) => {
      const close = nearest(name, names);
      return finding(
        'unknown-account',
        `/x-writ/accounts/${escapePointer(name)}`,
        {
          message: '!users contains no user with this name',
          hint:
            close === undefined
              ? 'add the user to !users, or remove the account'
              : 'a user in !users has a similar name',
        },
        'key',
      );
    });
};
