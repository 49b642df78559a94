/** Runs the page's examples, and compares their output with the page. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { matchesOutput } from '../../scripts/docs/blocks.ts';
import { writeFiles } from '../../scripts/docs/page.ts';
import { runNode } from '../../scripts/docs/start.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('observability.md'), 'utf8');
// The folder is inside the workspace, where the packages can be resolved.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/observability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = join(folder, 'page');
writeFiles(page, files);

const blocks = [...page.matchAll(/^```console\n\$ node (.+)\n([^]*?)^```$/gm)];

it('the page shows the output of four examples', () => {
  expect(blocks).toHaveLength(4);
});

it.each(blocks.map(([, command = '', output = '']) => [command, output] as const))(
  'node %s prints the output shown on the page',
  { timeout: 120_000 },
  async (command, output) => {
    const { text } = await runNode(command.split(' '), files);
    expect(matchesOutput(output.trimEnd(), text), text).toBe(true);
  },
);
