import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readInstallArguments } from './arguments.ts';

async function writeConfiguration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-options-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'c.json'), '{}');
  return join(folder, 'c.json');
}

it.each([
  ['50kB', 50_000],
  ['1MB', 1_000_000],
  ['1.5M', 1_500_000],
  ['512KiB', 524_288],
  ['4096', 4096],
  ['0', 0],
])('--min-rate %s is %i bytes per second, measured over a minute', async (text, bytes) => {
  const { minRate } = await readInstallArguments([await writeConfiguration(), `--min-rate=${text}`]);
  expect(minRate).toEqual({ bytes, seconds: 60 });
});

it.each([
  ['90', 90],
  ['90s', 90],
  ['10m', 600],
  ['1h', 3600],
])('--command-limit %s is %i seconds', async (text, seconds) => {
  const { request } = await readInstallArguments([await writeConfiguration(), `--command-limit=${text}`]);
  expect(request.commandLimit).toBe(seconds);
});

it.each(['', '0', '-1', '1d', '1.5m', 'm', '9999999'])(
  '--command-limit=%s is a usage error',
  async (text) => {
    const argv = [await writeConfiguration(), `--command-limit=${text}`];
    await expect(readInstallArguments(argv)).rejects.toThrow(
      'invalid --command-limit: pass a duration such as 90s, 10m or 1h',
    );
  },
);

it("the installer's default applies without --min-rate", async () => {
  expect(await readInstallArguments([await writeConfiguration()])).not.toHaveProperty('minRate');
});

it.each([
  [['--target='], '--target is empty'],
  [['--rerun-command'], '--rerun-command requires --resume'],
])('the arguments %j are a usage error', async (argv, message) => {
  await expect(readInstallArguments([await writeConfiguration(), ...argv])).rejects.toThrow(message);
});

it('--rerun-command with --resume allows a command to run again', async () => {
  const given = await readInstallArguments([await writeConfiguration(), '--resume', '--rerun-command']);
  expect(given).toMatchObject({ resume: true, rerunCommand: true });
});
