import { passwordForm, isLockMark } from '../password.ts';
import type { Check } from './check.ts';
import { passwordsOf } from './users.ts';

const texts = {
  'broken-hash': {
    message: 'the password begins like a hash, but is no whole one',
    hint: 'copy all of it, such as mkpasswd or openssl passwd -6 prints it',
  },
  'other-hash': {
    message: 'the password is a hash of a kind that is not taken',
    hint: 'make one with mkpasswd',
  },
  'control-character': {
    message: 'the password holds a line break, another control character or half of a character',
    hint: 'a password is one line',
  },
} as const;

/** A hash that is not whole, or a mark of a locked account, is not meant as a plain text. */
export const checkPasswords: Check = ({ config, credentials, finding }) =>
  passwordsOf(config).flatMap(({ value, pointer }) => {
    const named = typeof value === 'object' ? credentials?.get(value.$secret) : value;
    if (typeof named === 'string' && isLockMark(named)) {
      return [
        finding('lock-mark', pointer, {
          message: 'this is how /etc/shadow marks a locked account; here it is the password',
          hint:
            pointer === '/!root-password'
              ? 'to lock root leave !root-password out, and give a user with sudo a password'
              : 'to lock the account leave its !password out',
        }),
      ];
    }
    const form = typeof value === 'string' ? passwordForm(value) : 'plain';
    if (form === 'plain' || form === 'hash') return [];
    return [
      finding('password-hash', pointer, {
        ...texts[form],
        expected: 'plain text, or a hash of crypt(3): $y$, $6$, $2b$ or $5$',
      }),
    ];
  });
