import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from '../../../scripts/docs/start.ts';
import { splitWords } from '../../../scripts/docs/shell-words.ts';

export const folder: string = resolve(import.meta.dirname, '..');

const writ = resolve(folder, '../../packages/cli/bin/writ.js');
const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

export interface Blog {
  readonly port: number;
  /** The data folder, removed when the blog stops. */
  readonly data: string;
  stop(): Promise<void>;
}

/** Starts a blog without posts in a separate process, as `npm start` does. */
export async function startBlog(token: string): Promise<Blog> {
  const data = mkdtempSync(join(tmpdir(), 'writ-blog-'));
  const remove = (): void => rmSync(data, { recursive: true, force: true });
  const [program, ...args] = splitWords(scripts.start);
  if (program !== 'writ') throw new Error(`npm start runs ${program}`);
  try {
    const { port, stop } = await startServer([writ, ...args], folder, { BLOG_DATA: data, BLOG_TOKEN: token });
    return { port, data, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
