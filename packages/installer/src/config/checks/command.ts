import { withPointers, type Check, type FindingText } from './check.ts';

/** Bytes of an argument that Linux accepts (MAX_ARG_STRLEN), without the final zero byte. */
const MAX_BYTES = 128 * 1024 - 1;

/** Commands that cannot be started, which would otherwise fail at the end of the installation. */
export const checkCommands: Check = ({ config, finding }) =>
  withPointers('/custom-commands', config['custom-commands']).flatMap(({ item, pointer }) => {
    const wrong = typeof item === 'string' ? describeCommandFault(item) : undefined;
    return wrong === undefined ? [] : [finding('command', pointer, wrong)];
  });

/** Why a command cannot be started; quotes nothing of it. */
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
