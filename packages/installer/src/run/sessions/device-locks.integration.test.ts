import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlannedDevice } from '../../plan/plan.ts';
import { temporaryFolder } from '../testing.ts';
import { lockDevices, releaseDevices, type LockedDevice } from './device-locks.ts';

const disk = (serial: string): PlannedDevice =>
  ({ path: `/dev/${serial}`, identity: `device:serial=${serial}`, model: 'disk', serial }) as PlannedDevice;

/** Locks disks, or returns the message of the refusal. */
async function lock(
  serials: readonly string[],
  state: string,
  machineLocks: string,
): Promise<readonly LockedDevice[] | string> {
  const found = await lockDevices(serials.map(disk), { WRIT_STATE: state }, machineLocks);
  return 'refused' in found ? `${found.refused.rule}: ${found.refused.message}` : found;
}

describe('the locks of disks', () => {
  it('exclude other runs, even those with another state folder', async () => {
    const [first, second, locks] = [
      await temporaryFolder(),
      await temporaryFolder(),
      await temporaryFolder(),
    ];
    const going = await lock(['a', 'b'], first, locks);
    if (typeof going === 'string') throw new Error(going);
    const refusal = 'target-in-use: another installation to /dev/b is running';
    expect(await Promise.all([lock(['b'], first, locks), lock(['c', 'b'], second, locks)])).toEqual([
      refusal,
      refusal,
    ]);
    // The refused run has released its other disk, and leaves nothing.
    expect(await readdir(join(second, 'disks'))).toEqual([]);
    const other = await lock(['c'], first, locks);
    if (typeof other === 'string') throw new Error(other);
    await releaseDevices([...going, ...other]);
    expect(await readdir(locks)).toEqual([]);
    const later = await lock(['a', 'b', 'c'], second, locks);
    if (typeof later === 'string') throw new Error(later);
    await releaseDevices(later);
  });

  it('are refused, with the reason, if their folder cannot be created', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    expect(await lock(['a'], folder, join(folder, 'file'))).toMatch(
      /^system-error: cannot lock \/dev\/a with /,
    );
    expect(await readdir(join(folder, 'disks'))).toEqual([]);
  });
});
