import { expect, it } from 'vitest';
import { minimalConfig } from '../config/testing.ts';
import { planInstallation } from './prepare-plan.ts';

async function findingsFor(mirror: string): Promise<string[]> {
  const config = { file: 'a.json', text: JSON.stringify(minimalConfig) };
  const { findings } = await planInstallation({ config, targets: ['disk.img'], mirror });
  return findings.map(({ rule, hint }) => `${rule}: ${hint}`);
}

it('--mirror requires both variables, and the hint suggests a corrected address', async () => {
  expect(await findingsFor('http://mirror.lan/$repo/os/$arch')).toEqual([]);
  expect(await findingsFor('http://mirror.lan/arch/')).toEqual([
    'wrong-option: for example http://mirror.lan/arch/$repo/os/$arch',
  ]);
  expect(await findingsFor('/srv/mirror')).toEqual([
    'wrong-option: for example file:///srv/mirror/$repo/os/$arch',
  ]);
  const usual = ['wrong-option: for example http://127.0.0.1:7879/$repo/os/$arch'];
  expect(await findingsFor('http://mirror.lan/$repo/os/x86_64')).toEqual(usual);
  // A login must be in a file, not in the option.
  expect(await findingsFor('http://ada:canary@mirror.lan/$repo/os/$arch')).toEqual(usual);
  expect(await findingsFor('mirror')).toEqual(usual);
});
