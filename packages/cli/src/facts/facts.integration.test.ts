import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../installer/fixtures/machines/${name}.json`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'writ-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = join(folder, 'config.json');
writeFileSync(
  config,
  JSON.stringify({
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Here: ['http://127.0.0.1:9/$repo/os/$arch'] },
    '!root-password': 'canary-root',
    harddrives: ['serial=S5GXNX0T123456A'],
  }),
);

const writ = (...argv: string[]): Promise<ExitedCommand> => runShared(folder, argv);

describe('writ facts', () => {
  it('prints facts that --facts can read', async () => {
    const { status, stdout } = await writ('facts');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, architecture: 'x86_64' });
    const file = join(folder, 'machine.json');
    writeFileSync(file, stdout);
    expect(await writ('plan', config, '--facts', file, '--target', '/dev/no-such-disk')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('there is no disk /dev/no-such-disk'),
    });
  });

  it('prints facts as text', async () => {
    const { status, stdout } = await writ('facts', '--format=text');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^processor +.*\nmemory +\S+ \w+\nfirmware +/m);
  });

  it('prints facts as text on a terminal', () => {
    const command = `${process.execPath} ${bin} facts`;
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^processor +.*$/m);
  });

  it('accepts no arguments', async () => {
    expect(await writ('facts', 'all')).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('--facts', () => {
  it('produces the same plan for another machine on any machine', async () => {
    const first = await writ('plan', config, '--facts', fixture('uefi-laptop'));
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^Wipes the disk \/dev\/nvme0n1 and installs onto it, for UEFI machines\.\n/,
    );
    const second = await writ('plan', config, '--facts', fixture('uefi-laptop'));
    expect(second.stdout).toBe(first.stdout);
  });

  it('checks requirements of the machine only with --facts', async () => {
    expect(await writ('check', config)).toMatchObject({ status: 0 });
    expect(await writ('check', config, '--facts', fixture('uefi-laptop'))).toMatchObject({ status: 0 });
    const { status, stdout } = await writ('check', config, '--facts', fixture('bios-server'));
    expect(status).toBe(1);
    expect(stdout).toContain('no disk has serial S5GXNX0T123456A');
    expect(stdout).not.toContain('canary');
  });

  it('reports the location of invalid facts', async () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, '{"version": 1,\n "memory": "much"}');
    for (const command of ['plan', 'check']) {
      const { status, stdout, stderr } = await writ(command, config, '--facts', file);
      expect(status).toBe(1);
      expect(stdout + stderr).toMatch(/wrong\.json:2:12.*W1514 facts-unusable/);
    }
  });

  it('allows a plan for a disk of another machine, but no installation', async () => {
    const { status, stderr } = await writ(
      'install',
      config,
      '--facts',
      fixture('uefi-laptop'),
      '--yes',
      '--wipe',
    );
    expect(status).toBe(3);
    expect(stderr).toMatch(/W1516 facts-elsewhere: \S*uefi-laptop\.json describes another machine: /);
  });
});
