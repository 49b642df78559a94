import { describe, expect, it } from 'vitest';
import { checkContents } from './consent.ts';

const losses = [
  { target: '/dev/sda', description: '', contents: ['partition table gpt', '/dev/sda1, 1 GiB: ext4 "data"'] },
  { target: '/dev/sdb', description: '', contents: [] },
  { target: '/images/disk.img', description: '' },
];

describe('consent to the loss of data on a disk', () => {
  it('is not implied by --yes', () => {
    expect(checkContents(losses, { yes: true })).toMatchObject([
      {
        rule: 'no-consent',
        message: '/dev/sda is not empty: partition table gpt; /dev/sda1, 1 GiB: ext4 "data"',
      },
    ]);
  });

  it.each([
    ['--wipe', { yes: true, wipe: true }],
    ['the digest of the plan', { yes: true, planSha256: 'f'.repeat(64) }],
    ['the answer to a prompt', {}],
  ])('may be given by %s', (_what, consent) => {
    expect(checkContents(losses, consent)).toEqual([]);
  });
});
