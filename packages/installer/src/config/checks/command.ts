import { commandsOf } from './command-lists.ts';
import type { Check, FindingText } from './check.ts';

/** Maximum length of an argument in Linux (MAX_ARG_STRLEN), without the final zero byte. */
const MAX_BYTES = 128 * 1024 - 1;

/** Reports commands that cannot be started and would therefore fail during the installation. */
export const checkCommands: Check = ({ config, finding }) =>
  commandsOf(config).flatMap(({ item, pointer }) => {
    const wrong = typeof item === 'string' ? describeCommandFault(item) : undefined;
    return wrong === undefined ? [] : [finding('command', pointer, wrong)];
  });

/**
 * Describes why a command cannot be started: it contains a null character or is too long. The command is not quoted.
 * Returns undefined if neither is true.
 */
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
