import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasErrors } from '@writ/diagnostics';
import { checkConfiguration, checkProfile, install } from '@writ/installer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertConfiguration } from './convert.ts';

/** Rules that depend on the target, the machine or the credentials. A check need not report them. */
const exceptedRules = new Set(['iso-network', 'loader-needs-uefi', 'no-consent', 'secret-missing']);

/**
 * Checks a configuration and starts its installation. Both must report the same errors, except for those of
 * the rules above.
 */
async function compare(text: string | Uint8Array, folder: string): Promise<'passes' | 'fails'> {
  const config = { file: join(folder, 'machine.json'), text };
  const checked = checkConfiguration({ config });
  const profile = await checkProfile(checked, config.file);
  const request = { config, targets: [join(folder, 'disk.img')] };
  const planned = await install({ ...request, dryRun: true });
  const installed = await install(request);
  const errors = installed.findings.filter(({ severity }) => severity === 'error');
  if (hasErrors([...checked.findings, ...profile.findings])) {
    expect(['findings', 'usage']).toContain(planned.outcome);
    expect(['findings', 'usage']).toContain(installed.outcome);
    return 'fails';
  }
  expect(errors.filter(({ rule = '' }) => !exceptedRules.has(rule))).toEqual([]);
  // The installation writes nothing without consent.
  expect(installed.outcome).toBe('refused');
  expect(['done', 'refused']).toContain(planned.outcome);
  return 'passes';
}

const fixtureFolder = fileURLToPath(new URL('fixtures/', import.meta.url));
const names = globSync('*.json', { cwd: fixtureFolder, exclude: ['*.creds.json'] });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-promise-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Converts a file with all losses accepted. */
function convertWithLosses(file: string, text: string | Uint8Array): string | undefined {
  const config = { file, text };
  const { acceptable } = convertConfiguration({ config });
  return convertConfiguration({ config, acceptLoss: acceptable }).text;
}

it.each(names)(
  'a check of %s reports the same errors as an installation, before and after conversion',
  async (name) => {
    const folder = await temporaryFolder();
    const text = readFileSync(fixtureFolder + name, 'utf8');
    expect(await compare(text, folder)).toBe('fails');
    await compare(convertWithLosses(name, text) ?? '', folder);
  },
);

// Real-world files are not published. WRIT_SAMPLES is the path of a folder that contains them.
const samples = process.env['WRIT_SAMPLES'];

describe.skipIf(samples === undefined)('a check of a converted real-world file', () => {
  const root = samples ?? '.';
  const files =
    samples === undefined ? [] : readdirSync(root).filter((file) => /(?<!INDEX)\.json$/.test(file));

  it.each(files)('reports the same errors as an installation: %s', async (file) => {
    const text = convertWithLosses(file, readFileSync(join(root, file)));
    if (text !== undefined) await compare(text, await temporaryFolder());
  });
});
