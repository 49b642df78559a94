import { describe, expect, it } from 'vitest';
import { install } from './install.ts';
import { recheckDisks } from './sessions/recheck-disks.ts';
import type { InstallRequest } from './request.ts';
import { laptopDisk, laptopRequest } from './machine/testing.ts';

const request: InstallRequest = { ...laptopRequest, targets: [laptopDisk], wipe: true, yes: true };

describe("another machine's facts", () => {
  it('are accepted for a plan, but refused for an installation on this machine, with the differences', async () => {
    const { outcome, findings, plan } = await install(request);
    expect(outcome).toBe('refused');
    expect(plan).toBeUndefined();
    const [elsewhere, ...more] = findings.filter(({ severity }) => severity === 'error');
    expect(elsewhere).toMatchObject({ rule: 'facts-elsewhere' });
    expect(elsewhere?.message).toMatch(/^laptop\.json describes another machine: .*cpuModel is /);
    expect(more.map(({ rule }) => rule)).toContain('target-unknown');
  });

  it('are accepted for a dry run', async () => {
    expect(await install({ ...request, dryRun: true })).toMatchObject({ outcome: 'done' });
  });
});

describe('the disks of a plan', () => {
  it('must still exist before the first write', async () => {
    const { plan } = await install({ ...request, dryRun: true });
    const target = plan?.target;
    if (target?.kind !== 'device') throw new Error('the plan has no disk');
    const gone = { ...target, path: '/dev/writ-none' };
    expect(await recheckDisks([gone])).toBe('/dev/writ-none no longer exists');
  });
});
