/** Started by shared-command.ts: runs a command for each message, like bin/writ.js, and then marks the end of its output. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { main } from '@writ/cli';
import type { SharedRequest } from '../../../scripts/processes/shared-process.ts';

/** A command and its environment. */
export interface CommandRequest extends SharedRequest {
  readonly directory: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string | Uint8Array;
}

/** A command to run, or a signal to the current one. */
export type CommandMessage = CommandRequest | 'SIGTERM';

const streams = [process.stdout, process.stderr];

// Some commands end the process with a delay, in case the user's modules keep it running.
const commands = new AsyncLocalStorage<string>();
let current = '';
const { exit } = process;
process.exit = (status) => (commands.getStore() === current ? exit(status) : undefined) as never;

process.on('message', (message: CommandMessage) => {
  if (message === 'SIGTERM') process.emit(message, message);
  else runCommand(message);
});

function runCommand({ directory, argv, env, input, mark }: CommandRequest): void {
  process.chdir(directory);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  current = mark;
  void commands.run(mark, async () => {
    const status = await main(argv, () => import('@writ/annotations/register'));
    for (const stream of streams) stream.removeAllListeners('error').write(mark);
    process.chdir('/');
    current = '';
    process.send!(status);
  });
}

process.once('disconnect', () => process.exit());
