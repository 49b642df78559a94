import { Secret } from '@writ/diagnostics';
import { Interrupted, StepBack } from '@writ/prompts';
import { UsageError } from '../command-line/usage-error.ts';

/** Maximum number of bytes to read from standard input. */
const MAX_BYTES = 4_096;

/**
 * Asks for a new password twice at the terminal, without displaying it, or reads the first line of standard input if it
 * is not a terminal.
 *
 * @returns undefined if the user cancels the command
 * @throws {UsageError} when standard input contains no password
 */
export async function readPassword(name: string): Promise<Secret | undefined> {
  if (process.stdin.isTTY !== true) return readLine();
  const { TerminalPrompter } = await import('@writ/prompts/terminal');
  const prompter = new TerminalPrompter();
  prompter.explain('The user logs in to the page with this password.');
  try {
    return await prompter.secret(`Password for ${name}`);
  } catch (error) {
    if (error instanceof Interrupted || error instanceof StepBack) return undefined;
    throw error;
  }
}

async function readLine(): Promise<Secret> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin) {
    const bytes = Buffer.from(piece as Uint8Array);
    pieces.push(bytes);
    size += bytes.length;
    if (bytes.includes('\n') || size > MAX_BYTES) break;
  }
  const [line = ''] = Buffer.concat(pieces).toString('utf8').split(/\r?\n/, 1);
  if (line === '')
    throw new UsageError('missing password: type it at a terminal, or pass it in standard input');
  return new Secret(line);
}
