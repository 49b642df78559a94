/** Runs a command in a pseudo-terminal, in a folder that is mounted at /srv, and records its screen over time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paceFrames } from './film.ts';
import type { Frame } from './picture.ts';
import { Screen } from './screen.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');

export const COLUMNS = 100;
/** Time limit in milliseconds, long enough for an installation on a busy machine. */
const LIMIT = 300_000;

// The folder is mounted at /srv, which is empty on every Debian system, so that recordings contain no paths
// of this machine.
const COMMAND = `mount --bind "$1" /srv; cd /srv; exec script --quiet --flush --return --command "stty cols ${COLUMNS} rows 50; $2" /dev/null`;

/**
 * Records `command` after a prompt.
 *
 * @throws Error if its exit status is not `status`
 */
export async function record(folder: string, command: string, status: number): Promise<readonly Frame[]> {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const child = spawn('unshare', [...user, '--mount', '--', 'sh', '-euc', COMMAND, 'sh', folder, command], {
    env: {
      ...process.env,
      PATH: `${root}/node_modules/.bin:${process.env['PATH']}`,
      TERM: 'xterm-256color',
      NO_COLOR: '',
      // Use an empty cache, as in a first run.
      WRIT_CACHE: join(folder, '.cache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT,
  });
  const screen = new Screen(COLUMNS);
  screen.write(`\u001B[36m$ \u001B[39m\u001B[1m${command}\u001B[22m\r\n`);
  const seen: Frame[] = [{ at: 0, rows: screen.rows }];
  const began = performance.now();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen.write(text);
    seen.push({ at: (performance.now() - began) / 1000, rows: screen.rows });
  });
  const [ended] = (await once(child, 'close')) as [number | null];
  if (ended !== status) throw new Error(`${command} ended with ${ended}, not ${status}: ${lastScreen(seen)}`);
  return paceFrames(seen);
}

function lastScreen(frames: readonly Frame[]): string {
  const rows = frames.at(-1)?.rows ?? [];
  return rows.map((row) => row.map(({ text }) => text).join('')).join('\n');
}
