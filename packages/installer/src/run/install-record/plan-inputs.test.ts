import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planInstallation, preparePlan } from '../prepare-plan.ts';
import type { PlanRequest } from '../request.ts';
import { temporaryFolder } from '../testing.ts';
import type { PlanInputs } from './plan-inputs.ts';

const hash = `$6$salt$${'c'.repeat(86)}`;
const config = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Mine: ['https://ada:canary-login@mirror.example/$repo/os/$arch'] },
  'sys-language': 'de_DE',
  '!root-password': 'canary-root',
  '!users': { username: 'ada', '!password': hash },
  'custom-commands': ['echo root:canary-root | chpasswd'],
};
const mirror = 'http://127.0.0.1:9/$repo/os/$arch';
const laptop = readFileSync(new URL('../../../fixtures/machines/qemu-uefi.json', import.meta.url), 'utf8');

/** Creates a plan; returns its recorded inputs and its digest. */
async function planned(
  request: Omit<PlanRequest, 'config'>,
  changes: object = {},
  files: Readonly<Record<string, string>> = {},
): Promise<{ made: PlanInputs; digest: string }> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const {
    plan,
    inputs: madeFrom,
    findings,
  } = await preparePlan(
    {
      config: { file: join(folder, 'machine.json'), text: JSON.stringify({ ...config, ...changes }) },
      targets: [join(folder, 'disk.img')],
      ...request,
    },
    false,
  );
  if (plan === undefined || madeFrom === undefined) throw new Error(JSON.stringify(findings));
  return { made: madeFrom, digest: plan.digest };
}

/** Creates a plan from the recorded inputs only; returns its digest. */
async function digestOfRecorded({
  config: recorded,
  facts,
  profile,
}: PlanInputs): Promise<string | undefined> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'profile.json'), JSON.stringify(profile ?? {}));
  const { options } = recorded['x-plan'] as { options: string[] };
  const given = new Map(options.map((option) => option.split('=') as [string, string]));
  const text = JSON.stringify(recorded);
  expect(text).not.toMatch(/canary|ccccc/);
  const { plan, findings } = await planInstallation({
    config: { file: join(folder, 'config.json'), text },
    advanced: given.has('--advanced'),
    ...(given.has('--firmware') ? { firmware: given.get('--firmware') as 'bios' } : {}),
    ...(given.has('--image-size') ? { imageSize: Number(given.get('--image-size')) } : {}),
    ...(given.has('--seed') ? { seed: given.get('--seed') ?? '' } : {}),
    ...(facts === undefined ? {} : { facts: { file: 'facts.json', text: JSON.stringify(facts) } }),
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return plan?.digest;
}

describe('the recorded inputs of a plan', () => {
  it.each<[string, Omit<PlanRequest, 'config'>, object]>([
    ['an image as target', {}, {}],
    ['a language and an encoding', { advanced: true }, {}],
    ['another mirror', { mirror }, {}],
    [
      'BIOS and another image size',
      { firmware: 'bios', imageSize: 4 * 1024 ** 3 },
      { bootloader: 'grub-install' },
    ],
    ['a seed', { seed: 'ABCDEF012345' }, {}],
    ['credentials', { creds: { file: 'c.json', text: `{"!root-password": "${hash}"}` } }, {}],
    [
      'a disk of a recorded machine',
      { targets: ['/dev/vda'], facts: { file: 'machine.json', text: laptop } },
      {},
    ],
  ])('reproduce the plan with %s', async (_what, request, changes) => {
    const { made, digest } = await planned(request, changes);
    expect(made.config['x-plan']).toMatchObject({ sha256: digest });
    expect(await digestOfRecorded(made)).toBe(digest);
  });

  it('reproduce a plan with a custom profile, which is stored next to the configuration', async () => {
    const text = JSON.stringify({ main: 'desktop', packages: ['cage'], default_greeter: 'gdm' });
    const profile = { path: 'mine.json', gfx_driver: 'Intel (open-source)' };
    const { made, digest } = await planned({}, { profile }, { 'mine.json': text });
    expect(made.config['profile']).toEqual({ ...profile, path: 'profile.json' });
    expect(await digestOfRecorded(made)).toBe(digest);
  });
});
