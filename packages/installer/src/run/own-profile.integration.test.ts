import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderText, SourceText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import type { PythonReader } from '../profile/read-profile.ts';
import { planInstallation } from './prepare-plan.ts';
import type { PlanResult } from './request.ts';
import { temporaryFolder } from './testing.ts';

/** Plans a configuration with this `profile` in a folder that contains these files. */
async function planWith(
  profile: object,
  files: Readonly<Record<string, string>>,
  readPython?: PythonReader,
): Promise<PlanResult> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'profiles'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const config = {
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Here: ['http://127.0.0.1:9/$repo/os/$arch'] },
    '!root-password': 'canary-root-password',
    profile,
  };
  return planInstallation({
    config: { file: join(folder, 'machine.json'), text: JSON.stringify(config) },
    targets: [join(folder, 'disk.img')],
    ...(readPython === undefined ? {} : { readPython }),
  });
}

const packagesOf = ({ plan }: PlanResult): string[] =>
  (plan?.requirements.packages ?? []).map(({ name }) => name);

describe('a custom profile', () => {
  it('is planned from JSON, with the base packages of its `main`', async () => {
    const definition = { main: 'desktop', packages: ['cage'], services: ['kiosk'], default_greeter: 'gdm' };
    const result = await planWith(
      { path: 'profiles/mine.json' },
      { 'profiles/mine.json': JSON.stringify(definition) },
    );
    expect(result.outcome).toBe('done');
    expect(packagesOf(result)).toEqual(expect.arrayContaining(['cage', 'nano', 'mesa', 'gdm']));
    expect(result.plan?.requirements.units.map(({ name }) => name)).toEqual(['kiosk', 'gdm']);
  });

  it('is planned from Python with the reader in the request', async () => {
    const given: [string, string][] = [];
    const readPython: PythonReader = (file, bytes) => {
      const text = Buffer.from(bytes).toString();
      given.push([file, text]);
      const definition = { main: 'custom', packages: ['cage'] } as const;
      return Promise.resolve({ definition, findings: [], source: new SourceText(file, text) });
    };
    const source = 'packages = ["cage"]\n';
    const result = await planWith({ path: 'mine.py' }, { 'mine.py': source }, readPython);
    expect(given).toEqual([['mine.py', source]]);
    expect(packagesOf(result)).toContain('cage');
    expect(packagesOf(result)).not.toContain('mesa');
  });

  it('in Python is rejected without a reader, with the location of its key', async () => {
    const result = await planWith({ path: 'mine.py' }, { 'mine.py': 'packages = ["cage"]\n' });
    expect(result).toMatchObject({ outcome: 'findings' });
    expect(result).not.toHaveProperty('plan');
    expect(result.findings).toMatchObject([
      {
        rule: 'profile-python',
        file: expect.stringMatching(/machine\.json$/) as string,
        range: { start: { line: 1 } },
        hint: expect.stringContaining('readPythonProfile from @writ/convert') as string,
      },
    ]);
  });

  it('changes the plan when its content changes', async () => {
    const digest = async (name: string): Promise<string | undefined> =>
      (await planWith({ path: 'mine.json' }, { 'mine.json': `{"packages": ["${name}"]}` })).plan?.digest;
    expect(await digest('git')).not.toBe(await digest('tree'));
  });

  it('is not planned if it has errors, which are reported with locations', async () => {
    const result = await planWith({ path: 'mine.json' }, { 'mine.json': '{\n  "packages": "git"\n}' });
    expect(result).toMatchObject({ outcome: 'findings' });
    expect(result).not.toHaveProperty('plan');
    expect(result.findings).toMatchObject([
      { rule: 'wrong-type', file: 'mine.json', range: { start: { line: 2, column: 15 } } },
    ]);
    expect(result.sources.map(({ name }) => name)).toContain('mine.json');
  });

  it('is rejected, and not quoted, if it is an unrelated file', async () => {
    for (const name of ['shadow', 'shadow.json', 'shadow.py']) {
      const result = await planWith({ path: name }, { [name]: 'root:$y$j9T$planted:19000:0\nplanted = 1\n' });
      expect(result.outcome).toBe('findings');
      expect(result).not.toHaveProperty('plan');
      const { findings, sources } = result;
      const shown = renderText(findings, {
        source: (file) => sources.find((source) => source.name === file),
      });
      expect(shown).toContain(name);
      expect(shown).not.toContain('planted');
    }
  });

  it('is reported with the location of its key if it cannot be read', async () => {
    const result = await planWith({ path: 'none.json' }, {});
    expect(result.outcome).toBe('usage');
    expect(result.findings).toMatchObject([
      {
        rule: 'profile-unreadable',
        file: expect.stringMatching(/machine\.json$/) as string,
        range: { start: { line: 1 } },
      },
    ]);
  });
});
