/** Tests that the single executable behaves like the command, in a folder without other files. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverCommandNames } from '../../packages/cli/src/commands/server-command-names.ts';
import { buildExecutable } from '../../scripts/exe/build-executable.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const installer = join(root, 'packages/installer');
const command = join(root, 'packages/cli/bin/writ.js');
const minimal = JSON.parse(readFileSync(join(root, 'examples/install/minimal.json'), 'utf8')) as object;

const files: Readonly<Record<string, string>> = {
  'good.json': JSON.stringify(minimal, null, 2),
  'syntax.json':
    '{\n  "bootloader": "grub-install"\n  "kernels": ["linux"],,\n  "!root-password": "hidden-one\n}',
  'meaning.json': JSON.stringify({ ...minimal, bootloader: 'gurb', timezone: 'Europe/Berlni', kernel: [] }),
  'mine.py': 'packages = ["tree"]\nservices = ["sshd"]\n',
  'profile.json': JSON.stringify({ ...minimal, profile: { path: 'mine.py' } }),
};

const isLinux = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!isLinux)(
  'the single executable (built and started only on Linux x64)',
  { timeout: 900_000 },
  () => {
    const alone = mkdtempSync(join(tmpdir(), 'writ-alone-'));
    const folder = join(alone, 'work');

    beforeAll(async () => {
      mkdirSync(folder);
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      cpSync(join(installer, 'fixtures/machines'), join(folder, 'machines'), { recursive: true });
      cpSync(join(root, 'packages/convert/src/fixtures'), join(folder, 'old'), { recursive: true });
      await buildExecutable(join(alone, 'writ'));
    }, 1_200_000);

    afterAll(() => rmSync(alone, { recursive: true, force: true }));

    interface Ended {
      readonly status: number | null;
      readonly stdout: string;
      readonly stderr: string;
    }

    /** Creates a folder with only these files. */
    function start(program: string, argv: readonly string[], input: string): Ended {
      const { status, stdout, stderr } = spawnSync(program, argv, {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin' },
        input,
        timeout: 400_000,
      });
      return { status, stdout, stderr };
    }

    const executable = (...argv: string[]): Ended => start(join(alone, 'writ'), argv, files['good.json']!);

    it('needs no other files in its folder', () => {
      expect(readdirSync(alone).toSorted()).toEqual(['work', 'writ']);
    });

    const target = ['--target', 'machine.img'];
    const disk = ['--target', '/dev/vda', '--facts', 'machines/qemu-uefi.json'];
    it.each<{ status: number; argv: string[] }>([
      { status: 0, argv: ['--version'] },
      { status: 2, argv: ['check', '--colour'] },
      { status: 0, argv: ['help', 'install'] },
      { status: 0, argv: ['check', 'good.json'] },
      { status: 0, argv: ['check', '-'] },
      { status: 1, argv: ['check', 'syntax.json'] },
      { status: 1, argv: ['check', 'meaning.json', '--format', 'json'] },
      { status: 1, argv: ['check', 'old/2.6-to-3.0.json', '--creds', 'old/2.6-to-3.0.creds.json'] },
      { status: 2, argv: ['check', 'nowhere.json'] },
      { status: 0, argv: ['plan', 'good.json', ...target] },
      { status: 0, argv: ['plan', 'good.json', ...target, '--format', 'json', '--image-size', '4G'] },
      { status: 0, argv: ['plan', 'good.json', ...disk] },
      { status: 0, argv: ['plan', 'profile.json', ...target] },
      { status: 2, argv: ['plan', 'good.json'] },
      { status: 0, argv: ['install', 'good.json', ...target, '--dry-run', '--quiet'] },
      { status: 1, argv: ['convert', 'old/3.0.5-or-newer.json', '--creds', 'old/3.0.5-or-newer.creds.json'] },
      { status: 0, argv: ['convert', 'old/up-to-2.5.json', '--format', 'json'] },
      { status: 0, argv: ['schema'] },
      { status: 0, argv: ['schema', 'explain', 'profile.main'] },
    ])('behaves like the command, with status $status: $argv', ({ status, argv }) => {
      const own = executable(...argv);
      expect(own.status, own.stderr).toBe(status);
      expect(own.stdout + own.stderr).not.toBe('');
      expect(own).toEqual(start(process.execPath, [command, ...argv], files['good.json']!));
    });

    // Retried, because disks may change between the two calls: the end-to-end tests, which run at the same time, use
    // loop devices.
    it('prints the same facts as the command', { retry: 20 }, () => {
      const own = executable('facts', '--format=json');
      expect(own.status, own.stderr).toBe(0);
      expect(own).toEqual(start(process.execPath, [command, 'facts', '--format=json'], ''));
    });

    it.each([...serverCommandNames])('reports writ %s as unavailable', (name) => {
      const { status, stdout, stderr } = executable(name, '--help');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `writ: "${name}" is not available in this single executable, which has check, batch, plan, install, convert, schema, init, facts, agent and medium;`,
      );
      expect(executable('help', name).stderr).toBe(stderr);
    });

    it("ignores Node's options and variables", () => {
      const { status, stderr } = spawnSync(join(alone, 'writ'), ['check', 'good.json'], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', NODE_OPTIONS: '--require /not/there.js --inspect=0' },
        timeout: 400_000,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Debugger') });
    });

    it('lists available and unavailable commands', () => {
      const { status, stdout } = executable('--help');
      expect(status).toBe(0);
      expect(stdout.match(/^ {2}writ \w+/gm)).toEqual(
        ['check', 'batch', 'plan', 'install', 'convert', 'schema', 'init', 'facts', 'agent', 'medium'].map(
          (name) => `  writ ${name}`,
        ),
      );
      expect(stdout).toContain(
        `Not available in this single executable: ${serverCommandNames.join(', ')}.\n`,
      );
      expect(executable().stderr).toBe(stdout);
      expect(executable('--prefix=app').stderr).toContain(
        'writ: the controller server is not available in this single executable',
      );
      expect(executable('chekc').stderr).toContain('did you mean "check"?');
    });
  },
);
