import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { install } from '../install.ts';
import { judgeDisks } from '../sites/judge-disks.ts';
import type { InstallRequest } from '../request.ts';

const recorded = fileURLToPath(new URL('../../../fixtures/machines/uefi-laptop.json', import.meta.url));
const request: InstallRequest = {
  config: {
    file: 'config.json',
    text: JSON.stringify({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
      '!root-password': 'canary-password',
    }),
  },
  facts: { file: 'laptop.json', text: readFileSync(recorded, 'utf8') },
  targets: ['serial=S5GXNX0T123456A'],
  wipe: true,
  yes: true,
};

describe("another machine's facts", () => {
  it('make a plan for a disk, and no installation here: what differs is named', async () => {
    const { outcome, findings, plan } = await install(request);
    expect(outcome).toBe('refused');
    expect(plan).toBeUndefined();
    const [elsewhere, ...more] = findings.filter(({ severity }) => severity === 'error');
    expect(elsewhere).toMatchObject({ rule: 'facts-elsewhere' });
    expect(elsewhere?.message).toMatch(/^laptop\.json tells of another machine: .*cpuModel is /);
    expect(more.map(({ rule }) => rule)).toContain('target-unknown');
  });

  it('can be gone through without writing anything', async () => {
    expect(await install({ ...request, dryRun: true })).toMatchObject({ outcome: 'done' });
  });
});

describe('disks before the first write', () => {
  it('must still be there', async () => {
    const { plan } = await install({ ...request, dryRun: true });
    const target = plan?.target;
    if (target?.kind !== 'device') throw new Error('the plan has no disk');
    const gone = { ...target, path: '/dev/writ-none' };
    expect(await judgeDisks([gone])).toBe('/dev/writ-none is not there any more');
  });
});
