import { usersOf } from './users.ts';
import type { Check } from './check.ts';

/** Reports users with sudo but without a password, because sudo prompts for a password. */
export const checkSudo: Check = ({ config, hasValue, finding }) =>
  usersOf(config)
    .filter(({ user, pointer }) => user.sudo === true && !hasValue(`${pointer}/!password`))
    .map(({ pointer }) =>
      finding('sudo-without-password', `${pointer}/sudo`, {
        message: 'the user may use sudo, but the account has no password and is therefore locked',
        hint: 'add "!password"',
      }),
    );
