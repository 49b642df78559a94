import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));

const example = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
  '!root-password': 'canary-password',
};

/** Creates a folder that contains a configuration; `writ` runs in it. */
async function setUp(
  config: unknown = example,
): Promise<{ folder: string; writ: (...argv: string[]) => Promise<ExitedCommand> }> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'c.json'),
    typeof config === 'string' ? config : JSON.stringify(config, null, 2),
  );
  const writ = (...argv: string[]): Promise<ExitedCommand> =>
    runShared(folder, argv, { env: { WRIT_CACHE: join(folder, 'cache') } });
  return { folder, writ };
}

describe('writ plan', () => {
  it('prints the plan to standard output, the target first', async () => {
    const { folder, writ } = await setUp();
    const { status, stdout, stderr } = await writ('plan', 'c.json', '--target', 'disk.img');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(
      `Creates the image ${join(folder, 'disk.img')}: 8,192 MiB, sparse, for UEFI machines.`,
    );
    expect(await readdir(folder)).toEqual(['c.json']);
  });

  it('prints the plan as JSON, with a reproducible digest', async () => {
    const { writ } = await setUp();
    const argv = ['c.json', '--target=d.img', '--image-size=4G', '--seed=abcdef01', '--format=json'];
    const plans: Record<string, unknown>[] = [];
    for (let count = 0; count < 2; count += 1)
      plans.push(JSON.parse((await writ('plan', ...argv)).stdout) as Record<string, unknown>);
    expect(plans[0]).toEqual(plans[1]);
    expect(Object.keys(plans[0]!)).toEqual(
      'digest version target facts losses requirements operations findings'.split(' '),
    );
    expect(plans[0]).toMatchObject({ target: { layout: { size: 4 * 1024 ** 3 } } });
    expect(JSON.stringify(plans)).not.toContain('canary');
  });

  it('prints findings with their locations, and exits with 1', async () => {
    const { writ } = await setUp('{\n  "bootloader": "grub",\n  "!root-password": "canary-password"\n}\n');
    const text = await writ('plan', 'c.json', '--target=d.img');
    expect(text).toMatchObject({ status: 1, stdout: '' });
    expect(text.stderr).toMatch(/^c\.json:2:17: error /m);
    const json = await writ('plan', 'c.json', '--target=d.img', '--format=json');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ file: 'c.json', valid: false });
    expect(text.stderr + json.stdout + json.stderr).not.toContain('canary');
  });

  it('exits with 3 for an impossible setting, with its location', async () => {
    const { writ } = await setUp({ ...example, bootloader: 'efistub' });
    const { status, stderr } = await writ('plan', 'c.json', '--target=d.img', '--firmware=bios');
    expect(status).toBe(3);
    expect(stderr).toMatch(/^c\.json:2:17: error W1510 loader-needs-uefi: efistub requires UEFI/m);
  });

  it('reads the configuration from standard input', async () => {
    const { writ } = await setUp();
    expect(await writ('plan', '-', '--target=d.img')).toMatchObject({ status: 1 });
  });
});

describe('usage errors exit with 2 and print one line:', () => {
  it.each([
    ['no configuration', [], /missing CONFIG/],
    ['two configurations', ['c.json', 'd.json'], /pass one configuration/],
    ['a missing file', ['none.json', '--target=d.img'], /cannot read none\.json: file not found/],
    ['a folder', ['.', '--target=d.img'], /cannot read \.: it is a folder/],
    ['an address without TLS', ['http://127.0.0.1/c.json'], /https/],
    ['an unknown option', ['c.json', '--tarjet=d.img'], /tarjet/],
    ['an option without its value', ['c.json', '--target'], /target/],
    [
      'an invalid size',
      ['c.json', '--target=d.img', '--image-size=big'],
      /invalid --image-size: pass a size such as 8G/,
    ],
    [
      'an unknown firmware',
      ['c.json', '--target=d.img', '--firmware=coreboot'],
      /invalid --firmware "coreboot": use uefi or bios/,
    ],
    [
      'an unknown format',
      ['c.json', '--target=d.img', '--format=yaml'],
      /invalid --format "yaml": use text or json/,
    ],
    ['a missing file of facts', ['c.json', '--target=d.img', '--facts=m.json'], /cannot read m\.json/],
    ['a missing lock file', ['c.json', '--target=d.img', '--lock=l.json'], /--lock|l\.json/],
  ])('%s', async (_what, argv, message) => {
    const { writ } = await setUp();
    for (const command of ['plan', 'install']) {
      const { status, stdout, stderr } = await writ(command, ...argv);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  it('a missing target', async () => {
    const { writ } = await setUp();
    const { status, stderr } = await writ('install', 'c.json', '--yes');
    expect(status).toBe(2);
    expect(stderr).toContain('--target disk.img');
  });

  it.each(['--min-rate=fast', '--min-rate=-1', '--min-rate=', '--min-rate=1e3'])('%s', async (option) => {
    const { writ } = await setUp();
    const { status, stderr } = await writ('install', 'c.json', '--target=d.img', option);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('such as 50kB') });
  });
});

describe('writ install', () => {
  it('reports each error of a package lock with its location, and exits with 1', async () => {
    const { folder, writ } = await setUp();
    await writeFile(
      join(folder, 'lock.json'),
      '{\n  "version": 1,\n  "mirrors": [],\n  "packages": [{}]\n}\n',
    );
    const { status, stderr } = await writ('install', 'c.json', '--target=d.img', '--yes', '--lock=lock.json');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^lock\.json:4:16: error W1709 lock-unusable: missing name, version, /m);
    expect((await readdir(folder)).toSorted()).toEqual(['c.json', 'lock.json']);
  });

  it('exits with 3 without consent and without a terminal', async () => {
    const { folder, writ } = await setUp();
    const { status, stderr } = await writ('install', 'c.json', '--target=d.img');
    expect(status).toBe(3);
    expect(stderr).toContain('--yes');
    expect(await readdir(folder)).toEqual(['c.json']);
  });

  it('exits with 3 if another plan was confirmed', async () => {
    const { writ } = await setUp();
    const other = await writ(
      'install',
      'c.json',
      '--target=d.img',
      '--yes',
      `--plan-sha256=${'0'.repeat(64)}`,
    );
    expect(other.status).toBe(3);
    const malformed = await writ('install', 'c.json', '--target=d.img', '--yes', '--plan-sha256=abc');
    expect(malformed.status).toBe(2);
  });

  it('prints the plan in a dry run without writing files', async () => {
    const { folder, writ } = await setUp();
    const planned = await writ('plan', 'c.json', '--target=d.img');
    const dry = await writ('install', 'c.json', '--target=d.img', '--dry-run');
    expect(dry.status).toBe(0);
    expect(dry.stdout).toBe(planned.stdout);
    expect(await readdir(folder)).toEqual(['c.json']);
  });

  it('exits with 3 and writes events if the preflight fails', async () => {
    const { folder, writ } = await setUp();
    const { status, stdout, stderr } = await writ(
      'install',
      'c.json',
      '--target=d.img',
      '--yes',
      '--events=-',
      '--quiet',
    );
    // On this machine, the mirror is down, or programs or permissions are missing.
    expect(status).toBe(3);
    const events = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { type: string; number: number });
    expect(events.map(({ number }) => number)).toEqual(events.map((_event, index) => index + 1));
    expect(events.at(0)).toMatchObject({ type: 'start', id: 'install' });
    expect(events.at(-1)).toMatchObject({ type: 'finish', id: 'install', outcome: 'failed' });
    expect(stdout + stderr).not.toContain('canary');
    expect((await readdir(folder)).filter((name) => name.startsWith('d.img'))).toEqual([]);
  });

  it('exits with the same status if its output is closed or its log disk is full', async () => {
    const { folder, writ } = await setUp();
    const argv = ['c.json', '--target=d.img', '--yes'];
    expect((await writ('install', ...argv)).status).toBe(3);
    for (const stderr of ['> >(exec true)', '>/dev/full']) {
      const { status } = spawnSync(
        'bash',
        ['-c', `"$@" 2${stderr}`, '-', process.execPath, bin, 'install', ...argv],
        {
          cwd: folder,
          timeout: 120_000,
          env: { ...process.env, WRIT_CACHE: join(folder, 'cache') },
        },
      );
      expect({ stderr, status }).toEqual({ stderr, status: 3 });
    }
  });

  it('never overwrites a file that Writ did not create', async () => {
    const { folder, writ } = await setUp();
    await writeFile(join(folder, 'd.img'), 'Dear Ada');
    expect(await writ('install', 'c.json', '--target=d.img', '--yes')).toMatchObject({ status: 3 });
  });
});
