import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Usage } from './accounts.ts';
import { measure } from './measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-measure-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { PATH: process.env['PATH'] ?? '' };
const run = (script: string, limit = 60_000): Promise<Usage> =>
  measure(['bash', '-c', script], { env, log: join(folder, 'log'), limit });

// Only root may create a process namespace.
describe.runIf(process.geteuid?.() === 0)('measure', () => {
  it('includes background processes whose parent has ended', async () => {
    const background = `(head -c 30000000 /dev/zero > "${folder}/zeros"; touch "${folder}/done") &`;
    const { read, written, wall, cpu } = await run(
      `(${background}) ; until [[ -e "${folder}/done" ]]; do sleep 0.01; done`,
    );
    expect(read).toBeGreaterThan(30_000_000);
    expect(read).toBeLessThan(40_000_000);
    expect(written).toBeGreaterThan(30_000_000);
    expect(written).toBeLessThan(40_000_000);
    expect(wall).toBeGreaterThan(0);
    expect(cpu).toBeGreaterThanOrEqual(0);
  });

  it('fails with the end of the output if the command fails', async () => {
    await expect(run('echo one; echo two >&2; exit 3')).rejects.toThrow(/ended with 3:\none\ntwo/);
  });

  it('kills all processes at the time limit', async () => {
    await expect(run(`sleep 60 & sleep 60`, 500)).rejects.toThrow('was killed');
  });
});
