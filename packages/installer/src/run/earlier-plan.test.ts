import { describe, expect, it } from 'vitest';
import type { Facts } from '../facts/facts.ts';
import { MIB } from '../plan/layout.ts';
import type { Plan } from '../plan/plan.ts';
import { machineFixture, planMinimal } from '../plan/testing.ts';
import { checkConsent } from './consent.ts';
import { listLostPartitions } from '../plan/lost-partitions.ts';
import type { JournalRecord } from './journal-record.ts';
import { resolveResumeState, type Mismatch, type ResumeState } from './resume-state.ts';

const partitions = [
  { keep: { partuuid: 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001' } },
  { keep: { partuuid: 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002' } },
  { kind: 'efi', size: '1GiB' },
  { kind: 'root', size: '20GiB' },
];

/** Plans an installation on the disk of the fixture whose partitions are changed. */
function planWith(change: (partitions: any[]) => void = () => {}): Promise<Plan> {
  const facts: Facts = structuredClone(machineFixture('dual-boot'));
  change(facts.disks.find(({ path }) => path === '/dev/nvme0n1')?.partitions as any[]);
  return planMinimal(
    { 'x-writ': { disk: { layout: 'partitions', partitions } } },
    { machine: facts, targets: ['serial=S5GXNX0T123456A'] },
  );
}

const confirmed = await planWith();
/** The third partition of the disk was deleted, and those of the plan were created. */
const written = await planWith((found) => {
  const [esp] = found;
  found.splice(2);
  for (const { number, start, size, uuid } of confirmed.target.layout.partitions.slice(2))
    found.push({ ...esp, path: `/dev/nvme0n1p${number}`, number, start, size, uuid });
});

const opened: JournalRecord = {
  kind: 'open',
  version: 1,
  plan: confirmed.digest,
  target: confirmed.target.identity,
  boot: 'boot',
  time: '2026-09-27T10:00:00.000Z',
  lost: listLostPartitions(confirmed)!,
};
const start: JournalRecord = { kind: 'start', operation: 'partition' };
const resume = (plan: Plan, ...records: JournalRecord[]): ResumeState | Mismatch =>
  resolveResumeState([opened, ...records], plan, undefined);

describe('an unfinished installation beside other partitions', () => {
  it('is continued although the partitions that were confirmed as lost no longer exist', () => {
    expect(written.digest).not.toBe(confirmed.digest);
    const { plan, lost } = opened;
    expect(resume(written, start)).toMatchObject({ confirmed: { plan, lost } });
    expect(resume(confirmed, start)).toMatchObject({ confirmed: { plan, lost } });
  });

  it('is not continued before its first write if other partitions would be lost', async () => {
    const mismatch = 'a partition that is lost has changed';
    expect(resume(confirmed)).toMatchObject({ confirmed: { plan: confirmed.digest } });
    expect(resume(written)).toMatchObject({ mismatch: expect.stringContaining(mismatch) });
  });

  it('is not continued if a partition was created after it was interrupted', async () => {
    const later = await planWith((found) =>
      found.push({ ...found[2], number: 9, uuid: 'f', start: 450_000 * MIB, size: MIB }),
    );
    expect(resume(later, start)).toHaveProperty('mismatch');
  });

  it('is confirmed by the digest of its journal, which is compared when the journal is read', async () => {
    const request = { config: { file: 'c.json', text: '{}' }, yes: true, planSha256: confirmed.digest };
    const { findings } = await checkConsent(request, written);
    expect(findings.map(({ rule }) => rule)).toEqual(['plan-changed']);
    const resumed = await checkConsent({ ...request, resume: true }, written);
    expect(resumed.findings).toEqual([]);
    expect(resumed.restartFindings.map(({ rule }) => rule)).toEqual(['plan-changed']);
  });
});
