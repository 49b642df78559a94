/** Starts the programs on the pages of this folder. */
import { serveShared } from '../../../packages/cli/test/shared-command.ts';
import { runtimes, serveBy } from '../../../packages/controllers/test/runtimes/runtime.ts';
import type { Command } from '../../../scripts/docs/blocks.ts';
import { startServer } from '../../../scripts/docs/start.ts';
import { splitWords } from '../../../scripts/docs/shell-words.ts';

export interface Serving {
  readonly port: number;
  stop(): Promise<void>;
}

/** Whether a command runs until it is stopped. The page then contains no output. */
export function isServer({ line, output: shown }: Command): boolean {
  return !line.startsWith('curl ') && shown === undefined;
}

/** Starts `npx writ …`, `node FILE`, or `entry.ts` with Bun or Deno. */
export async function serve(line: string, folder: string): Promise<Serving> {
  const argv = toCommand(line);
  if (argv !== undefined) return serveCommand(argv, folder);
  const [, prefix = '', program = ''] = /^(?:WRIT_PREFIX=(\S+) )?(?:PORT=\d+ )?(\w+)/.exec(line) ?? [];
  const runtime = runtimes.find(({ name }) => name.toLowerCase() === program);
  if (runtime === undefined || program === 'node') return startServer(toArguments(line), folder);
  if (!line.endsWith(' entry.ts')) throw new Error(`${line}: only entry.ts can be started`);
  const { url, end } = await serveBy(runtime, folder, { WRIT_PREFIX: prefix });
  return { port: Number(new URL(url).port), stop: end };
}

/** Returns the arguments of `npx writ …`; undefined for another program. */
export function toCommand(line: string): readonly string[] | undefined {
  const [program, name, ...argv] = splitWords(line);
  return program === 'npx' && name === 'writ' ? argv : undefined;
}

/** Returns Node's arguments for `node …`. */
export function toArguments(line: string): readonly string[] {
  const [program, ...args] = splitWords(line);
  if (program !== 'node') throw new Error(`${line}: only npx writ, node, bun, deno and curl are supported`);
  return args;
}

/** Starts `writ` on a free port of 127.0.0.1, to which curl.ts sends its requests. */
async function serveCommand(argv: readonly string[], folder: string): Promise<Serving> {
  const host = '--host=127.0.0.1:0';
  const options = argv.map((option) => option.replace(/^--host=localhost:8080$/, host));
  const { url, stop } = await serveShared(folder, options.includes(host) ? options : [...options, host]);
  return {
    port: Number(new URL(url).port),
    stop: async () => {
      await stop();
    },
  };
}
