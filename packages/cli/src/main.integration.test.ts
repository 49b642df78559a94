import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runShared, type ExitedCommand } from '../test/shared-command.ts';

const bin = fileURLToPath(new URL('../bin/writ.js', import.meta.url));

const writ = (...argv: string[]): Promise<ExitedCommand> => runShared(tmpdir(), argv);

describe('writ', () => {
  it('lists its commands on stdout with --help, and on stderr with status 2 without arguments', async () => {
    const asked = await writ('--help');
    expect(asked.status).toBe(0);
    expect(asked.stdout).toContain('writ check');
    const nothing = await writ();
    expect(nothing).toMatchObject({ status: 2, stdout: '', stderr: asked.stdout });
  });

  it.skipIf(!existsSync('/dev/full'))('exits with 2 and one line if its output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [bin, 'schema'], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
      timeout: 120_000,
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^writ: cannot write the output: ENOSPC.*\n$/);
  });

  it('prints the version of its package', async () => {
    expect(await writ('--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('prints the options of a command for help and --help', async () => {
    const { status, stdout } = await writ('check', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('usage: writ check CONFIG');
    expect((await writ('help', 'check')).stdout).toBe(stdout);
    expect((await writ('--prefix=x', '--help')).stdout).toContain('usage: writ [--prefix=MODULE]...');
  });

  it.each(['chekc', 'constructor', 'toString', ''])('rejects the unknown command "%s"', async (name) => {
    const { status, stderr } = await writ(name);
    expect(status).toBe(2);
    expect(stderr).toContain(`unknown command "${name}"`);
  });

  it('suggests a similar command', async () => {
    expect(await writ('chekc')).toMatchObject({
      status: 2,
      stdout: '',
      // The list of commands would move the suggestion out of sight.
      stderr: 'writ: unknown command "chekc"; did you mean "check"? See writ --help\n',
    });
  });

  it('exits quietly if its output is closed', async () => {
    const child = spawn(process.execPath, [bin, 'schema'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child, 'close');
    expect(stderr).toBe('');
  });
});
