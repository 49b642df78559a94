import { describe, expect, it } from 'vitest';
import { locateDeviceState } from './device-state.ts';

const ssd = { identity: 'device:serial=S5Y1', model: 'Samsung SSD 870', serial: 'S5Y1' };

describe('the state folder of a disk', () => {
  it("has a readable name that is unique to the disk's identity", () => {
    const { folder, tree, journal } = locateDeviceState(ssd, {});
    expect(folder).toMatch(/^\/var\/lib\/writ\/disks\/Samsung-SSD-870-S5Y1-[0-9a-f]{12}$/);
    expect([tree, journal]).toEqual([`${folder}/tree`, `${folder}/journal`]);
    expect(locateDeviceState({ ...ssd, identity: 'device:serial=S5Y2' }, {}).folder).not.toBe(folder);
  });

  it('is below the folder in WRIT_STATE for every identity', () => {
    const odd = { identity: 'x', model: '../../etc', serial: '..' };
    expect(locateDeviceState(odd, { WRIT_STATE: '/state' }).folder).toMatch(
      /^\/state\/disks\/etc-[0-9a-f]{12}$/,
    );
  });
});
