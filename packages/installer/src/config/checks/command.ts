import { withPointers, type Check, type FindingText } from './check.ts';

/** Linux takes no longer argument (MAX_ARG_STRLEN), the zero byte at its end among them. */
const MAX_BYTES = 128 * 1024 - 1;

/** A command that no system starts would be found out when everything else is done. */
export const checkCommands: Check = ({ config, finding }) =>
  withPointers('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) => {
    const wrong = typeof item === 'string' ? describeCommandFault(item) : undefined;
    return wrong === undefined ? [] : [finding('command', pointer, wrong)];
  });

/** Why no system starts a command, without anything of its text. */
export function describeCommandFault(text: string): Pick<FindingText, 'message' | 'hint'> | undefined {
  if (text.includes('\0'))
    return { message: 'the command contains a null character', hint: 'remove \\u0000' };
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return undefined;
  return {
    message: `the command has ${bytes.toLocaleString('en')} bytes; Linux allows at most ${MAX_BYTES.toLocaleString('en')}`,
    hint: 'split it, or move its content into a script that it downloads',
  };
}
