import type { Rule } from './rule.ts';
import { usersOf } from './users.ts';

/** Someone must be able to log in: an empty password locks, it does not open. */
export const login: Rule = ({ config, has, find }) => {
  const root = '/!root-password';
  const users = usersOf(config);
  // What does not fit the schema may be a password all the same.
  const unknown =
    (has(root) && config['!root-password'] === undefined) ||
    (has('/!users') && config['!users'] === undefined) ||
    users.some(({ user, pointer }) => has(`${pointer}/!password`) && user['!password'] === undefined);
  if (unknown || (!has(root) && !has('/!users'))) return [];
  const withPassword = [config['!root-password'], ...users.map(({ user }) => user['!password'])];
  if (withPassword.some((password) => password !== undefined && password !== '')) return [];
  const pointer = has(root) ? root : '/!users';
  return [
    find(
      'nobody-can-log-in',
      pointer,
      {
        message: 'neither root nor a user has a password: nobody could log in',
        hint: 'give one of them a password',
      },
      'key',
    ),
  ];
};
