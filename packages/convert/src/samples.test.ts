/** Measures how many real files become plans. WRIT_SAMPLES is a folder with such files, which cannot be published. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from '@writ/installer';
import type { Diagnostic } from '@writ/diagnostics';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertConfiguration } from './convert.ts';
import { convertText, fixture } from './testing.ts';

const samples = process.env['WRIT_SAMPLES'];
const root = samples ?? '.';
const files = samples === undefined ? [] : readdirSync(root).filter((file) => /(?<!INDEX)\.json$/.test(file));

/** Values that no version of archinstall accepts: placeholders, misspelt names and other addresses. */
const faultsOfAuthors = new Set([
  'host-name',
  'keyboard',
  'timezone',
  'not-allowed',
  'wrong-type',
  'wrong-address',
]);
/** Findings about the target, which a plan for another machine does not cause. */
const faultsOfTargets = new Set(['iso-network', 'loader-needs-uefi']);

type Json = Readonly<Record<string, unknown>>;

interface Sample {
  readonly file: string;
  readonly before: Json;
  readonly after: Json;
  readonly text: string;
  readonly acceptable: readonly string[];
}

/** Converts the files that can be read and are not credentials, with all losses accepted. */
function convertSamples(): Sample[] {
  return files.flatMap((file) => {
    const config = { file, text: readFileSync(join(root, file), 'utf8') };
    const { acceptable, findings } = convertConfiguration({ config });
    if (findings.some(({ rule }) => rule === 'credentials-file')) return [];
    const { text } = convertConfiguration({ config, acceptLoss: acceptable });
    if (text === undefined) return [];
    return [
      { file, before: JSON.parse(config.text) as Json, after: JSON.parse(text) as Json, text, acceptable },
    ];
  });
}

/** Returns all values of a key, at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner as unknown] : []),
    ...valuesOf(inner, key),
  ]);
}

/** Plans the installation of a converted file onto an image, and returns the errors that prevent it. */
async function planErrors(file: string, text: string): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-samples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { findings } = await install({
    config: { file, text },
    creds: { file: 'creds.json', text: '{"!root-password": "a password"}' },
    targets: [join(folder, 'disk.img')],
    imageSize: 256 * 2 ** 30,
    dryRun: true,
  });
  return findings.filter(({ rule = '', severity }) => severity === 'error' && !faultsOfTargets.has(rule));
}

describe.skipIf(samples === undefined)('real configurations', () => {
  const converted = convertSamples();

  it('become plans after their conversion, except for at most 5 % of those without faults of their authors', async ({
    annotate,
  }) => {
    const failed: string[] = [];
    const excused: string[] = [];
    for (const { file, text } of converted) {
      const errors = await planErrors(file, text);
      if (errors.length === 0) continue;
      if (errors.some(({ rule = '' }) => faultsOfAuthors.has(rule)))
        excused.push(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
      else failed.push(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
    }
    const counted = converted.length - excused.length;
    const rate = (counted - failed.length) / counted;
    await annotate(
      `${counted - failed.length} of ${counted} files become plans; ${excused.length} have faults of their authors:\n${excused.join('\n')}`,
    );
    expect(rate, failed.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it.each(converted)('lose no encryption, file system or user without a report: $file', (sample) => {
    const { before, after, acceptable, text } = sample;
    const encryption = valuesOf(before, 'encryption_type').filter(
      (type) => !/^(no_encryption)?$/.test(String(type ?? '')),
    );
    if (encryption.length > 0 && !text.includes('"luks"')) expect(acceptable.join(' ')).toMatch(/encryption/);
    const systems = new Set(
      valuesOf(before, 'fs_type').filter((type) => type === 'btrfs' || type === 'xfs' || type === 'f2fs'),
    );
    for (const system of systems)
      if (!text.includes(`"${String(system)}"`)) expect(acceptable.length).toBeGreaterThan(0);
    const names = (value: unknown): unknown[] => valuesOf(value, 'username');
    expect(names(after)).toEqual(expect.arrayContaining(names(before)));
  });
});

it.each(['oldest', 'up-to-2.5', '2.6-to-3.0', '3.0.5-or-newer'])(
  'the file %s.json becomes a plan after its conversion',
  async (name) => {
    const { text = '' } = convertText(String(fixture(`${name}.json`).text), undefined, 'all');
    expect((await planErrors(`${name}.json`, text)).map(({ message }) => message)).toEqual([]);
  },
);
