import { expect, it } from 'vitest';
import { explainKey } from './explain.ts';

it.each<[string, object]>([
  [
    'x-writ.disk.partitions.file-system',
    { absent: 'vfat for efi, ext4 for boot, otherwise the file system of x-writ.disk' },
  ],
  [
    'x-writ.swap.size',
    {
      absent: 'half of the memory, at most 4 GiB',
      absentWhen: 'for zram',
      requiredWhen: 'Required for a file or a partition',
    },
  ],
  ['x-writ.disk.partitions.size', { requiredWhen: 'Required, except for bios and for kept partitions' }],
  ['x-writ.disk.partitions.kind', { requiredWhen: 'Required, unless a kept partition is not used' }],
  [
    'x-writ.disk.partitions.mount',
    { requiredWhen: 'Required for data; other kinds have a fixed one or none' },
  ],
  ['x-writ.repositories.fingerprint', { requiredWhen: 'Required unless signatures is none' }],
  ['x-writ.network.vlans.id', { required: true, values: ['a whole number from 1 to 4094'] }],
  ['profile.main', { absent: 'the kind to which the details belong' }],
  ['network_config.nics.dhcp', { absent: 'true if ip is absent' }],
])('the explanation of %s contains the condition of the key', (key, explanation) => {
  const [found] = explainKey(key).explanations;
  expect(found).toMatchObject(explanation);
});

it('the explanation of a key that is never required has no condition', () => {
  expect(explainKey('x-writ.repositories.signatures').explanations[0]).not.toHaveProperty('requiredWhen');
  expect(explainKey('ntp').explanations[0]).not.toHaveProperty('absent');
});
