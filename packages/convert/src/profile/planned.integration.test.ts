import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderText } from '@writ/diagnostics';
import { checkConfiguration, checkProfile, planInstallation, type PlanResult } from '@writ/installer';
import { expect, it, onTestFinished } from 'vitest';
import { readPythonProfile } from './python.ts';

async function folderWith(source: string): Promise<{ folder: string; file: string; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-python-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'mine.py'), source);
  const config = {
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Here: ['http://127.0.0.1:9/$repo/os/$arch'] },
    '!root-password': 'canary-root-password',
    profile: { path: './mine.py' },
  };
  return { folder, file: join(folder, 'machine.json'), text: JSON.stringify(config) };
}

async function planWith(source: string): Promise<PlanResult> {
  const { folder, ...config } = await folderWith(source);
  return planInstallation({
    config,
    targets: [join(folder, 'disk.img')],
    readPython: readPythonProfile,
  });
}

it('a plan contains the packages and services of a Python profile', async () => {
  const { plan } = await planWith('packages = ["cage"]\nservices = ["kiosk"]\n');
  const names = plan?.requirements.packages.map(({ name }) => name);
  expect(names).toContain('cage');
  expect(names).not.toContain('mesa');
  expect(plan?.requirements.units.map(({ name }) => name)).toContain('kiosk');
});

it('a plan contains no content of the file in profile.path if it is not a profile', async () => {
  const { outcome, plan, findings, sources } = await planWith('root:$y$j9T$planted:19000:0\nplanted = 1\n');
  expect([outcome, plan]).toEqual(['findings', undefined]);
  const source = (file: string): (typeof sources)[number] | undefined =>
    sources.find(({ name }) => name === file);
  expect(renderText(findings, { source })).toContain('mine.py');
  expect(renderText(findings, { source })).not.toContain('planted');
});

it('a check reports a computed list in a Python profile', async () => {
  const { file, text } = await folderWith('packages = ["git"] + more\n');
  const checked = checkConfiguration({ config: { file, text } });
  const { findings } = await checkProfile(checked, file, readPythonProfile);
  expect(findings).toMatchObject([{ rule: 'profile-python', range: { start: { line: 1 } } }]);
});
