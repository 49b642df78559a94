/** Runs the commands on the page. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runShared } from '../../../packages/cli/test/shared-command.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-targets-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, 'machine.json'),
  JSON.stringify({
    bootloader: 'grub-install',
    kernels: ['linux'],
    'mirror-region': { Worldwide: {} },
    '!root-password': 'correct horse battery staple',
    harddrives: ['serial=ZC11A0B1', 'serial=ZC11A0B2'],
  }),
);

const lines = [...readFileSync(at('targets.md'), 'utf8').matchAll(/```sh\n([^]*?)```/g)]
  .flatMap(([, text = '']) => text.split('\n'))
  .filter(Boolean);

it.each(lines)('the command on the page succeeds: %s', async (line) => {
  const shown = line
    .replace(/ > facts\.json$/, '')
    .split(' ')
    .slice(1);
  if (shown[0] !== 'facts') {
    copyFileSync(
      at('../../../packages/installer/fixtures/machines/bios-server.json'),
      join(folder, 'facts.json'),
    );
  }
  const { status, stdout } = await runShared(folder, shown);
  expect(status).toBe(0);
  if (shown[0] === 'plan')
    expect(stdout).toMatch(/^Wipes the disk \/dev\/sda .* BIOS machines\.\nAlso wipes the disk \/dev\/sdb/);
});
