import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each([
  '/dev/sda',
  '/dev/nvme0n1',
  '/dev/disk/by-id/nvme-Samsung_SSD_980_1TB_S649NX0R123456',
  '/dev/disk/by-path/pci-0000:00:1f.2-ata-1',
  'serial=S649NX0R123456',
  'wwn=0x5002538e40a1b2c3',
  'model=Samsung SSD 980',
  'disk.img',
])('%s is a valid drive name', (drive) => {
  expect(rulesAndPointers(checkWith({ harddrives: [drive] }))).toEqual([]);
});

it.each<[string, string, string | undefined]>([
  ['sda', 'is not a path', 'write "/dev/sda"'],
  ['nvme0n1', 'is not a path', 'write "/dev/nvme0n1"'],
  ['the first one', 'does not name a drive', undefined],
  ['serial=', 'has no value after =', undefined],
  ['/dev/sda1', 'is a partition, not a drive', 'write "/dev/sda"'],
  ['/dev/nvme0n1p2', 'is a partition, not a drive', 'write "/dev/nvme0n1"'],
])('a check reports that "%s" %s', (drive, message, hint) => {
  const [found, ...more] = checkWith({ harddrives: ['/dev/vda', drive] }).findings;
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    rule: 'drive-name',
    severity: 'error',
    pointer: '/harddrives/1',
    message: `"${drive}" ${message}`,
  });
  expect(found?.hint).toBe(hint);
});

it('a check reports a placeholder in a drive name only once', () => {
  expect(rulesAndPointers(checkWith({ harddrives: ['/dev/sdX'] }))).toEqual(['placeholder /harddrives/0']);
});

it('a check recognizes two spellings of the same drive', () => {
  expect(rulesAndPointers(checkWith({ harddrives: ['/dev/sda', '/dev//sda'] }))).toEqual([
    'duplicate-drive /harddrives/1',
  ]);
});
