import { describe, expect, it } from 'vitest';
import { install } from './install.ts';
import { recheckDisks } from './sessions/recheck-disks.ts';
import type { InstallRequest } from './request.ts';
import { laptopDisk, laptopRequest } from './machine/testing.ts';

const request: InstallRequest = { ...laptopRequest, targets: [laptopDisk], wipe: true, yes: true };

describe("another machine's facts", () => {
  it('make a plan for a disk, and no installation here: what differs is named', async () => {
    const { outcome, findings, plan } = await install(request);
    expect(outcome).toBe('refused');
    expect(plan).toBeUndefined();
    const [elsewhere, ...more] = findings.filter(({ severity }) => severity === 'error');
    expect(elsewhere).toMatchObject({ rule: 'facts-elsewhere' });
    expect(elsewhere?.message).toMatch(/^laptop\.json describes another machine: .*cpuModel is /);
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
    expect(await recheckDisks([gone])).toBe('/dev/writ-none no longer exists');
  });
});
