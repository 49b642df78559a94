/** Runs the code blocks of the README. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

function run(code: string | undefined): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code ?? ''],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  expect(status, stderr).toBe(0);
  return stdout;
}

it('the README converts a configuration, with a finding for each key', () => {
  const output = run(blocks[0]);
  expect(output).toContain('"bootloader": "grub-install",\n  "custom-commands": [\n    "true"\n  ],\n');
  for (const rule of ['source-format', 'converted', 'needless', 'assumed-default'])
    expect(output).toContain(`'${rule}'`);
  expect(output).toMatch(/\[\]\n$/);
});

it('the README creates a plan with a reader of Python profiles', () => {
  expect(run(blocks[1])).toBe('findings\n');
});
