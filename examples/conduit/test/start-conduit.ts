import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../../scripts/docs/start.ts';
import { splitWords } from '../../../scripts/docs/shell-words.ts';
import type { FrontEnd } from '../src/app.ts';

export const folder: string = resolve(import.meta.dirname, '..');

const cheapScrypt = fileURLToPath(new URL('cheap-scrypt.ts', import.meta.url));

export interface StartedConduit {
  readonly port: number;
  /** The SQLite file, unless another database is used. */
  readonly file: string;
  /** Stops the process and removes its SQLite file. */
  stop(): Promise<void>;
}

/**
 * Starts the example as `npm start` does, but with a cheap scrypt, and with an empty SQLite database unless `database` is
 * the URL of another.
 */
export async function startConduit(frontEnd: FrontEnd, database?: string): Promise<StartedConduit> {
  const data = mkdtempSync(join(tmpdir(), 'writ-conduit-'));
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const file = join(data, 'conduit.sqlite');
  const remove = (): void => rmSync(data, { recursive: true, force: true });
  try {
    const args = ['--import', cheapScrypt, ...splitWords(scripts.start).slice(1)];
    const { port, stop } = await startServer(args, folder, {
      FRONT_END: frontEnd,
      DATABASE_URL: database ?? file,
    });
    return { port, file, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
