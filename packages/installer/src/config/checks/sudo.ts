import { usersOf } from './users.ts';
import type { Rule } from './rule.ts';

/** sudo asks for the user's own password. */
export const sudo: Rule = ({ config, has, find }) =>
  usersOf(config)
    .filter(({ user, pointer }) => user.sudo === true && !has(`${pointer}/!password`))
    .map(({ pointer }) =>
      find('sudo-without-password', `${pointer}/sudo`, {
        message: 'the user may use sudo, but is locked for want of a password',
        hint: 'add "!password"',
      }),
    );
