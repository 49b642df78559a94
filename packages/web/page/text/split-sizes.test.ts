import { expect, it } from 'vitest';
import { splitSizes } from './split-sizes.ts';

it('splitSizes finds the numbers of bytes in a sentence', () => {
  expect(splitSizes('An image (8589934592 bytes) is replaced.')).toEqual([
    'An image (',
    { bytes: 8_589_934_592 },
    ') is replaced.',
  ]);
  expect(splitSizes('512 bytes')).toEqual([{ bytes: 512 }]);
  expect(splitSizes('/dev/sda1 bytes, 931.5 GiB')).toEqual(['/dev/sda1 bytes, 931.5 GiB']);
});
