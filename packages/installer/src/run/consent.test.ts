import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlan as planOf } from '../plan/create-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { sampleFacts, sampleSettings } from '../plan/testing.ts';
import { checkConsent } from './consent.ts';
import type { InstallRequest } from './request.ts';
import { temporaryFolder } from './testing.ts';

const sample = planOf(sampleSettings(), sampleFacts, {});
const config = { file: 'config.json', text: '{}' };

/** A plan for a disk with content and a GPT. */
async function planFor(table: string): Promise<Plan> {
  const path = join(await temporaryFolder(), 'disk');
  const hex = table.replaceAll('-', '');
  const bytes = Buffer.from(hex, 'hex');
  const guid = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((at) => bytes[at] ?? 0);
  const sectors = Buffer.alloc(2048);
  sectors.write('EFI PART', 512);
  Buffer.from(guid).copy(sectors, 512 + 56);
  await writeFile(path, sectors);
  return {
    ...sample,
    target: { ...sample.target, path },
    losses: [{ target: path, description: '', contents: ['ext4 "thesis"'] }],
  };
}

const ask = async (request: Partial<InstallRequest>, plan: Plan): Promise<[string[], string[]]> => {
  const { findings, restartFindings } = await checkConsent({ config, ...request }, plan);
  return [findings.map(({ rule = '' }) => rule), restartFindings.map(({ rule = '' }) => rule)];
};

const other = '77726974-0000-8000-8000-000000000000';

describe('consent to a plan', () => {
  it('is given by --yes or a confirmation, and is missing otherwise', async () => {
    expect(await ask({ yes: true }, sample)).toEqual([[], []]);
    expect(await ask({ confirm: () => Promise.resolve(true) }, sample)).toEqual([[], []]);
    expect((await ask({ confirm: () => Promise.resolve(false) }, sample))[0]).toEqual(['no-consent']);
    expect((await ask({}, sample))[0]).toEqual(['no-consent']);
  });

  it('is rejected if the digest is that of another plan', async () => {
    expect((await ask({ yes: true, planSha256: 'f'.repeat(64) }, sample))[0]).toEqual(['plan-changed']);
  });

  it('is not given by --yes alone for a disk with content', async () => {
    const plan = await planFor(other);
    expect((await ask({ yes: true }, plan))[0]).toEqual(['no-consent']);
    expect((await ask({ yes: true, resume: true }, plan))[0]).toEqual(['no-consent']);
    expect(await ask({ yes: true, wipe: true }, plan)).toEqual([[], []]);
    expect(await ask({ yes: true, planSha256: plan.digest }, plan)).toEqual([[], []]);
  });

  it('covers only resuming the same plan if it was given by --yes', async () => {
    const plan = await planFor(sample.target.layout.uuid);
    expect(await ask({ yes: true, resume: true }, plan)).toEqual([[], ['no-consent']]);
    expect((await ask({ yes: true }, plan))[0]).toEqual(['no-consent']);
    const { findings } = await checkConsent({ config, yes: true }, plan);
    expect(findings[0]?.hint).toMatch(/^pass --resume to continue, or start over: .*--wipe/);
  });

  it('does not cover a new installation if it was given for a resumption', async () => {
    expect(await ask({ yes: true, resume: true, onlyContinue: true }, sample)).toEqual([
      [],
      ['cannot-resume'],
    ]);
    expect(await ask({ yes: true, onlyContinue: true }, sample)).toEqual([[], []]);
  });
});
