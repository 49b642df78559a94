import { passwordForm, isLockMark } from '../password.ts';
import type { Check } from './check.ts';
import { passwordsOf } from './users.ts';

const faultTexts = {
  'broken-hash': {
    message: 'the password looks like a truncated hash',
    hint: 'copy the whole line that mkpasswd or openssl passwd -6 prints',
  },
  'other-hash': {
    message: 'the password is a hash of an unsupported kind',
    hint: 'create a hash with mkpasswd',
  },
  'control-character': {
    message: 'the password contains a line break, another control character or half of a surrogate pair',
    hint: 'write the password on one line',
  },
} as const;

/**
 * Reports truncated and unsupported hashes and locked-account markers, which would otherwise be used as
 * plain-text passwords, and passwords with control characters.
 */
export const checkPasswords: Check = ({ config, credentials, finding }) =>
  passwordsOf(config).flatMap(({ value, pointer }) => {
    const named = typeof value === 'object' ? credentials?.get(value.$secret) : value;
    if (typeof named === 'string' && isLockMark(named)) {
      return [
        finding('lock-mark', pointer, {
          message: 'this marks a locked account in /etc/shadow, but here it would be used as the password',
          hint:
            pointer === '/!root-password'
              ? 'to lock root, omit !root-password and set a password for a user with sudo'
              : 'to lock the account, omit its !password',
        }),
      ];
    }
    const form = typeof value === 'string' ? passwordForm(value) : 'plain';
    if (form === 'plain' || form === 'hash') return [];
    return [
      finding('password-hash', pointer, {
        ...faultTexts[form],
        expected: 'plain text, or a crypt(3) hash: $y$, $6$, $2b$ or $5$',
      }),
    ];
  });
