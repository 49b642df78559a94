import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasErrors } from '@writ/diagnostics';
import { checkConfiguration, checkProfile, install } from '@writ/installer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertConfiguration } from './convert.ts';

/** Findings that depend on the target, the machine and the mirrors. */
const excepted = new Set(['iso-network', 'loader-needs-uefi', 'no-consent', 'secret-missing']);

/** Checks a configuration and begins to install it: both must say the same, but for what is excepted. */
async function compare(text: string | Uint8Array, folder: string): Promise<'passes' | 'fails'> {
  const config = { file: join(folder, 'machine.json'), text };
  const checked = checkConfiguration({ config });
  const profile = await checkProfile(checked, config.file);
  const request = { config, targets: [join(folder, 'disk.img')] };
  const planned = await install({ ...request, dryRun: true });
  const begun = await install(request);
  const errors = begun.findings.filter(({ severity }) => severity === 'error');
  if (hasErrors([...checked.findings, ...profile.findings])) {
    expect(['findings', 'usage']).toContain(planned.outcome);
    expect(['findings', 'usage']).toContain(begun.outcome);
    return 'fails';
  }
  expect(errors.filter(({ rule = '' }) => !excepted.has(rule))).toEqual([]);
  // Without consent nothing is begun.
  expect(begun.outcome).toBe('refused');
  expect(['done', 'refused']).toContain(planned.outcome);
  return 'passes';
}

const eras = fileURLToPath(new URL('fixtures/', import.meta.url));
const names = globSync('*.json', { cwd: eras, exclude: ['*.creds.json'] });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-promise-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** With everything accepted that would be lost. */
function converted(file: string, text: string | Uint8Array): string | undefined {
  const config = { file, text };
  const { acceptable } = convertConfiguration({ config });
  return convertConfiguration({ config, acceptLoss: acceptable }).text;
}

it.each(names)('a check of %s promises what install does, as it is and converted', async (name) => {
  const folder = await temporaryFolder();
  const text = readFileSync(eras + name, 'utf8');
  expect(await compare(text, folder)).toBe('fails');
  await compare(converted(name, text) ?? '', folder);
});

// Real files are not published: WRIT_SAMPLES names a folder of them.
const samples = process.env['WRIT_SAMPLES'];

describe.skipIf(samples === undefined)('a check of real files that are converted', () => {
  const root = samples ?? '.';
  const files =
    samples === undefined ? [] : readdirSync(root).filter((file) => /(?<!INDEX)\.json$/.test(file));

  it.each(files)('promises what install does: %s', async (file) => {
    const text = converted(file, readFileSync(join(root, file)));
    if (text !== undefined) await compare(text, await temporaryFolder());
  });
});
