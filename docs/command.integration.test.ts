/**
 * Writes the controllers file that docs/command.md contains, and compares the page's commands with their
 * output.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const page = readFileSync(join(root, 'docs/command.md'), 'utf8');
const writ = join(root, 'packages/cli/bin/writ.js');

// The folder is inside the workspace, where the packages are found, and outside node_modules, like a user's
// files.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [, file = '', code = ''] = /^```ts (\S+)\n(.*?)^```$/ms.exec(page) ?? [];
const [, session = ''] = /^```\n(\$ writ routes .*?)^```$/ms.exec(page) ?? [];
const commands = session.split(/^\$ writ /m).slice(1);

describe('docs/command.md', () => {
  it.each(commands.map((each) => [each.slice(0, each.indexOf('\n')), each.slice(each.indexOf('\n') + 1)]))(
    'shows what writ %s prints',
    (command, output) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), code);
      const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const;
      const { stdout, stderr } = spawnSync(process.execPath, [writ, ...command.split(' ')], options);
      expect(stderr).toBe('');
      expect(stdout).toBe(output);
    },
  );

  it('shows what the commands routes and explain print', () => {
    expect(commands.map((each) => each.split(' ')[0])).toEqual(['routes', 'explain']);
  });
});
