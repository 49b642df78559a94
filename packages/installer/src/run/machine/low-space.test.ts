import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPlan as planOf } from '../../plan/create-plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import { sampleFacts, sampleSettings } from '../../plan/testing.ts';
import { temporaryFolder } from '../testing.ts';
import { warnLowSpace } from './low-space.ts';

const image = planOf(sampleSettings(), sampleFacts, {});
const { layout, identity } = image.target;
const disk = { ...image, target: { kind: 'device', path: '/dev/sda', layout, identity } as const };

/** A folder in a file system without free space. */
const full = '/proc/writ/cache';

it('a plan for a disk mentions low cache space in its first lines', async () => {
  const [note, ...others] = await warnLowSpace(disk, full);
  expect(others).toEqual([]);
  expect(note).toMatchObject({
    rule: 'late-download',
    severity: 'note',
    hint: expect.stringContaining('--yes') as string,
  });
  const [first = ''] = renderPlan({ ...disk, findings: [note!] }, 'summary').split('\nplan ');
  expect(first).toContain(
    'Note: the package cache /proc/writ/cache has 0 MiB free; if that is too little, all packages',
  );
  expect(first).toContain('after /dev/sda has been wiped; this requires --yes');
});

it('the note about low cache space is absent for images, and if there is enough space', async () => {
  expect(await warnLowSpace(image, full)).toEqual([]);
  expect(await warnLowSpace(disk, join(await temporaryFolder(), 'not/yet'), 1)).toEqual([]);
});
