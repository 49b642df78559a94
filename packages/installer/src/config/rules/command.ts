import { each, type Rule } from './rule.ts';

/** Linux takes no longer argument (MAX_ARG_STRLEN), the zero byte at its end among them. */
const LONGEST = 128 * 1024 - 1;

/** A command that no system starts would be found out when everything else is done. */
export const command: Rule = ({ config, find }) =>
  each('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) => {
    const bytes = Buffer.byteLength(item);
    const wrong = item.includes('\0')
      ? { message: 'the command holds a null character', hint: 'remove \\u0000' }
      : bytes > LONGEST
        ? {
            message: `the command has ${bytes.toLocaleString('en')} bytes, and Linux starts none with more than ${LONGEST.toLocaleString('en')}`,
            hint: 'split it, or have it fetch what it needs',
          }
        : undefined;
    return wrong === undefined ? [] : [find('command', pointer, wrong)];
  });
