import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runShared } from '../../test/shared-command.ts';

const config = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
  '!root-password': { $secret: 'root' },
  'x-writ': { disk: { luks: { '!passphrase': { $secret: 'disk' } } } },
};

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** Runs `writ` in a folder with a configuration that refers to two secrets. */
async function runWrit(
  argv: readonly string[],
  { input = '', disk = 'canary of the disk\n' } = {},
): Promise<Ran> {
  const cwd = mkdtempSync(join(tmpdir(), 'writ-secret-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'c.json'), JSON.stringify(config));
  writeFileSync(join(cwd, 'disk'), disk);
  const { status, stdout, stderr } = await runShared(cwd, argv, { input });
  return { status, output: stdout + stderr };
}

const both = ['--secret=root=-', '--secret', 'disk=@disk'];

describe('writ with --secret', () => {
  it('reads secrets from files and standard input, without printing them', async () => {
    const ran = await runWrit(['plan', 'c.json', '--target=d.img', ...both], { input: 'canary of root\n' });
    expect(ran.status, ran.output).toBe(0);
    expect(ran.output).toContain('< "<passphrase>"');
    expect(ran.output).not.toContain('canary');
    expect(ran.output).not.toContain('W1307');
  });

  it('checks a secret without its last line break', async () => {
    const plan = ['plan', 'c.json', '--target=d.img', ...both];
    const short = await runWrit(plan, { input: 'canary', disk: 'canary7\n' });
    expect(short.status).toBe(1);
    expect(short.output).toContain('the passphrase has fewer than 8 characters');
    const lines = await runWrit(plan, { input: 'canary', disk: 'canary of\ntwo lines\n' });
    expect(lines.output).toContain('the passphrase contains a control character');
    expect(short.output + lines.output).not.toContain('canary');
  });

  it('starts an installation, which receives all secrets', async () => {
    const ran = await runWrit(['install', 'c.json', '--target=d.img', ...both, '--yes'], {
      input: 'canary of root',
    });
    expect(ran.output).not.toContain('secret-missing');
    const without = await runWrit(['install', 'c.json', '--target=d.img', '--secret=root=-', '--yes'], {
      input: 'canary of root',
    });
    expect(without).toMatchObject({ status: 3 });
    expect(without.output).toContain('W1505 secret-missing');
  });

  it.each([
    ['a secret instead of its file', ['--secret=disk=canary'], 'invalid --secret: pass NAME=@FILE'],
    ['no name', ['--secret=@disk'], 'invalid --secret: pass NAME=@FILE'],
    ['a repeated name', ['--secret=disk=@disk', '--secret=disk=-'], 'a name is repeated'],
    ['a file that does not exist', ['--secret=disk=@missing'], 'cannot read missing'],
    ['standard input for two secrets', ['--secret=disk=-', '--secret=root=-'], 'standard input'],
    ['--creds', ['--secret=disk=@disk', '--creds=disk'], 'either --creds or --secret'],
  ])('exits with a usage error for %s', async (_title, options, message) => {
    const ran = await runWrit(['plan', 'c.json', '--target=d.img', ...options]);
    expect(ran.status).toBe(2);
    expect(ran.output).toContain(message);
    expect(ran.output).not.toContain('canary');
  });
});
