import { nearest } from '@writ/diagnostics';
import { kindOf } from '../names.ts';
import { formOf } from '../password.ts';
import type { Rule } from './rule.ts';
import { passwordsOf } from './users.ts';

/** A secret that is named must be what a password may be, once a file gives it. */
export const secretReference: Rule = ({ config, given, find }) => {
  if (given === undefined) return [];
  return passwordsOf(config).flatMap(({ value, pointer }) => {
    if (typeof value !== 'object') return [];
    const name: string | undefined = value.$secret;
    if (name === undefined) return [];
    const place = `${pointer}/$secret`;
    if (!given.has(name)) {
      const close = nearest(
        name,
        [...given.keys()].filter((key) => !key.startsWith('!')),
      );
      return [
        find('secret-not-given', place, {
          message: 'the file of credentials gives no secret of this name: an installation would refuse',
          hint:
            close === undefined ? 'add it there' : `it has one of a name close to this: check the spelling`,
        }),
      ];
    }
    const secret = given.get(name);
    if (typeof secret !== 'string') {
      return [
        find('wrong-secret', place, {
          message: `the secret that the credentials give is ${kindOf(secret).replace(/^(true|false)$/, 'true or false')}, but must be text`,
        }),
      ];
    }
    const form = formOf(secret);
    return form === 'plain' || form === 'hash'
      ? []
      : [
          find('wrong-secret', place, {
            message: 'the secret that the credentials give looks like a hash, but is none that is taken',
            expected: 'plain text, or a hash of crypt(3): $y$, $6$, $2b$ or $5$',
          }),
        ];
  });
};
