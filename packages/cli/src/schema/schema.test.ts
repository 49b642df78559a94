import { expect, it, vi } from 'vitest';
import { runCommand } from '../command-line/run-command.ts';
import { installerCommands } from '../commands/installer-commands.ts';

async function schema(...argv: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    return {
      status: await runCommand('schema', installerCommands['schema']!, argv),
      ...written,
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('writ schema prints the schema', async () => {
  const { status, stdout } = await schema();
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Installer Config' });
});

it('writ schema explain explains a key', async () => {
  const { status, stdout } = await schema('explain', 'profile.greeter_type');
  expect(status).toBe(0);
  expect(stdout).toBe(
    [
      'profile.greeter_type',
      "  The login screen of a desktop profile; without effect in other profiles. Absent: the desktop's default login screen.",
      '  values   "lightdm"',
      '           "sddm"',
      '           "gdm"',
      "  default  the desktop's default login screen",
      '  example  "sddm"',
      '  since    format 1.0',
      '',
    ].join('\n'),
  );
  expect((await schema('explain', '!root-password')).stdout).toContain('(secret)');
  expect((await schema('explain', '/profile/gfx_driver')).stdout).toContain(
    '  default  "All open-source (default)"\n',
  );
  expect((await schema('explain', 'audio_config')).stdout).toContain('  default  none\n');
  expect((await schema('explain', 'kernels')).stdout).toContain('(required)');
});

it('writ schema explain exits with 2 for a missing or unknown key', async () => {
  expect(await schema('explain', 'bootlaoder')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'writ schema: unknown key bootlaoder; did you mean bootloader?\n',
  });
  expect((await schema('explain', 'W1205')).stderr).toContain('docs/reference/findings.md');
  expect((await schema('explain', 'riad')).stderr).toMatch(/did you mean (?:x-writ\.disk\.)?raid\?/);
  for (const argv of [['explain'], ['show'], ['explain', 'kernels', 'nics']]) {
    const { status, stdout, stderr } = await schema(...argv);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^writ schema: .+\n    usage: writ schema \[explain KEY\]\n$/);
  }
});
