import { each, type Rule, type Words } from './rule.ts';

/** Linux takes no longer argument (MAX_ARG_STRLEN), the zero byte at its end among them. */
const LONGEST = 128 * 1024 - 1;

/** A command that no system starts would be found out when everything else is done. */
export const command: Rule = ({ config, find }) =>
  each('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) => {
    const wrong = typeof item === 'string' ? faultOfCommand(item) : undefined;
    return wrong === undefined ? [] : [find('command', pointer, wrong)];
  });

/** Why no system starts a command, without anything of its text. */
export function faultOfCommand(text: string): Pick<Words, 'message' | 'hint'> | undefined {
  if (text.includes('\0')) return { message: 'the command holds a null character', hint: 'remove \\u0000' };
  const bytes = Buffer.byteLength(text);
  if (bytes <= LONGEST) return undefined;
  return {
    message: `the command has ${bytes.toLocaleString('en')} bytes, and Linux starts none with more than ${LONGEST.toLocaleString('en')}`,
    hint: 'split it, or have it fetch what it needs',
  };
}
