import { findControlCharacter } from './control-characters.ts';

/** The formats of the supported crypt(3) hashes. */
const hashes: Readonly<Record<string, RegExp>> = {
  y: /^\$y\$[./A-Za-z0-9]+\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}$/,
  6: /^\$6\$(?:rounds=[1-9]\d*\$)?[^$:\n]{1,16}\$[./A-Za-z0-9]{86}$/,
  5: /^\$5\$(?:rounds=[1-9]\d*\$)?[^$:\n]{1,16}\$[./A-Za-z0-9]{43}$/,
  '2b': /^\$2b\$\d\d\$[./A-Za-z0-9]{53}$/,
};

export type PasswordForm = 'plain' | 'hash' | 'broken-hash' | 'other-hash' | 'control-character';

/** Classifies a password by its form. */
export function passwordForm(password: string): PasswordForm {
  // chpasswd reads passwords line by line.
  if (findControlCharacter(password) !== undefined) return 'control-character';
  const [, kind] = /^\$([a-z0-9-]{1,10})\$/.exec(password) ?? [];
  if (kind === undefined) return 'plain';
  const pattern = Object.hasOwn(hashes, kind) ? hashes[kind] : undefined;
  if (pattern !== undefined) return pattern.test(password) ? 'hash' : 'broken-hash';
  return /^(1|2[axy]?|gy|7|sha1|argon2\w+)$/.test(kind) ? 'other-hash' : 'plain';
}

/** Whether a string marks a locked account in /etc/shadow: a marker alone or before a hash. */
export function isLockMark(password: string): boolean {
  return /^(?:[!*]{1,2}|\*LK\*|\*NP\*|[!*]{1,2}\$.*)$/s.test(password);
}
