/** Starts the programs on the pages of this folder. */
import { fileURLToPath } from 'node:url';
import { runtimes, serveBy } from '../../../packages/controllers/test/runtimes/runtime.ts';
import type { Command } from '../../../scripts/docs/blocks.ts';
import { startServer } from '../../../scripts/docs/start.ts';
import { splitWords } from '../../../scripts/docs/shell-words.ts';

const writ = fileURLToPath(new URL('../../../packages/cli/bin/writ.js', import.meta.url));

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
  const [, prefix = '', program = ''] = /^(?:WRIT_PREFIX=(\S+) )?(?:PORT=\d+ )?(\w+)/.exec(line) ?? [];
  const runtime = runtimes.find(({ name }) => name.toLowerCase() === program);
  if (runtime === undefined || program === 'node') return startServer(toArguments(line), folder);
  if (!line.endsWith(' entry.ts')) throw new Error(`${line}: only entry.ts can be started`);
  const { url, end } = await serveBy(runtime, folder, { WRIT_PREFIX: prefix });
  return { port: Number(new URL(url).port), stop: end };
}

/** Returns Node's arguments for `npx writ …` or `node …`. */
export function toArguments(line: string): readonly string[] {
  const [program, ...args] = splitWords(line);
  if (program === 'node') return args;
  if (program === 'npx' && args[0] === 'writ') return [writ, ...args.slice(1)];
  throw new Error(`${line}: only npx writ, node, bun, deno and curl are supported`);
}
