import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPythonProfile } from './python.ts';

const read = (
  source: string,
  path = process.env['PATH']!,
  limit = 120_000,
): ReturnType<typeof readPythonProfile> => readPythonProfile('mine.py', Buffer.from(source), { path, limit });

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'writ-python-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A profile as users write it for archinstall. */
const profile = `
from archinstall.default_profiles.profile import GreeterType, Profile

class KioskProfile(Profile):
    def __init__(self) -> None:
        super().__init__('Kiosk')

    @property
    def packages(self) -> list[str]:
        """What it needs."""
        return [
            'cage',
            "firefox",
        ]

    @property
    def services(self) -> list[str]:
        return ['kiosk']

    @property
    def default_greeter_type(self) -> GreeterType:
        return GreeterType.Lightdm
`;

describe('a Python profile', () => {
  it('provides its literal lists', async () => {
    expect(await read(profile)).toMatchObject({
      definition: {
        main: 'desktop',
        packages: ['cage', 'firefox'],
        services: ['kiosk'],
        default_greeter: 'lightdm',
      },
      findings: [],
    });
  });

  it('may consist of assignments only', async () => {
    expect((await read('packages = ["git"]\nservices: list[str] = []\n')).definition).toEqual({
      main: 'custom',
      packages: ['git'],
      services: [],
    });
    expect((await read('__packages__ = ("git", "tree")')).definition).toMatchObject({
      packages: ['git', 'tree'],
    });
    expect((await read('packages = []\ndefault_greeter = None')).definition).toMatchObject({
      default_greeter: null,
    });
  });

  it('is parsed, but never run', async () => {
    const folder = await temporaryFolder();
    const mark = join(folder, 'mark');
    const { definition } = await read(
      `open(${JSON.stringify(mark)}, "w")\npackages = ["git"]\nwhile True: pass`,
    );
    expect(definition).toMatchObject({ packages: ['git'] });
    expect(existsSync(mark)).toBe(false);
  });

  it.each([
    ['a concatenation', 'packages = ["git"] + more', 1],
    ['a comprehension', '\npackages = [name for name in names]', 2],
    ['an entry that is a variable', 'packages = ["git", shell]', 1],
    ['a list that is built step by step', 'packages = ["git"]\npackages += ["tree"]', 2],
    [
      'a method with several statements',
      'class A:\n    @property\n    def packages(self):\n        names = []\n        return names',
      3,
    ],
    ['a condition', 'packages = ["git"]\nif wayland:\n    packages = ["tree"]', 3],
    ['a computed login screen', 'packages = []\ndefault_greeter = pick()', 2],
  ])('is rejected if a value is computed: %s', async (_what, source, line) => {
    const { definition, findings } = await read(source);
    expect(definition).toBeUndefined();
    expect(findings).toMatchObject([
      {
        rule: 'profile-python',
        file: 'mine.py',
        range: { start: { line } },
        message: expect.stringContaining('is computed') as string,
      },
    ]);
    expect(findings[0]!.hint).toMatch(/^write the profile as JSON: \{"packages":\[/);
  });

  it('is rejected if a list is defined twice', async () => {
    const { findings } = await read('packages = ["git"]\nclass A:\n    packages = ["tree"]');
    expect(findings).toMatchObject([{ rule: 'profile-python', range: { start: { line: 3 } } }]);
  });

  it('is rejected if it contains no packages or invalid names', async () => {
    expect((await read('services = ["sshd"]')).findings).toMatchObject([
      {
        message: 'the profile has no package list',
        // A file without packages is possibly not a profile, so the finding quotes none of its content.
        hint: expect.not.stringContaining('sshd') as string,
      },
    ]);
    expect((await read('\npackages = ["a b"]')).findings).toMatchObject([
      { rule: 'not-allowed', file: 'mine.py', range: { start: { line: 2 } } },
    ]);
    expect((await read('packages = []\ndefault_greeter_type = GreeterType.Ly')).findings).toMatchObject([
      { rule: 'not-allowed', range: { start: { line: 2 } } },
    ]);
  });

  it('is rejected if it has a syntax error', async () => {
    expect((await read('packages = [\n\nclass')).findings).toMatchObject([
      { rule: 'profile-python', file: 'mine.py' },
    ]);
    expect((await read('('.repeat(5000))).findings).toMatchObject([{ rule: 'profile-python' }]);
  });

  it('is rejected if python3 is not installed', async () => {
    const folder = await temporaryFolder();
    const { findings } = await read(profile, folder);
    expect(findings).toMatchObject([
      {
        rule: 'profile-python',
        pointer: '/profile/path',
        message: expect.stringContaining('python3 is not installed') as string,
      },
    ]);
  });

  it('is rejected if python3 takes longer than the limit', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'python3'), '#!/bin/sh\nexec /bin/sleep 60\n');
    await chmod(join(folder, 'python3'), 0o755);
    const { findings } = await read(profile, folder, 500);
    expect(findings).toMatchObject([{ message: 'python3 could not read the profile within 0.5 seconds' }]);
  });
});
