import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveRange } from './range.ts';

it.each<[string, string, ReturnType<typeof resolveRange>]>([
  ['the first bytes', 'bytes=0-4', { start: 0, length: 5 }],
  ['one byte', 'bytes=9-9', { start: 9, length: 1 }],
  ['all bytes from an offset', 'bytes=7-', { start: 7, length: 3 }],
  ['the last bytes', 'bytes=-3', { start: 7, length: 3 }],
  ['a suffix longer than the file', 'bytes=-300', { start: 0, length: 10 }],
  ['an end after the last byte', 'bytes=7-300', { start: 7, length: 3 }],
  ['an end that overflows', `bytes=7-${'9'.repeat(30)}`, { start: 7, length: 3 }],
  ['spaces and upper case', ' Bytes = 1 - 2 ', { start: 1, length: 2 }],
  ['a start after the last byte', 'bytes=10-', 'unsatisfiable'],
  ['a start that overflows', `bytes=${'9'.repeat(30)}-`, 'unsatisfiable'],
  ['a suffix of 0 bytes', 'bytes=-0', 'unsatisfiable'],
  ['several ranges that all begin after the last byte', 'bytes=10-11,20-', 'unsatisfiable'],
  ['several ranges of which only one is satisfiable', 'bytes=10-11,2-3', { start: 2, length: 2 }],
  ['several overlapping ranges', 'bytes=4-6,0-4', { start: 0, length: 7 }],
  ['several adjacent ranges', 'bytes=0-1, 2-3', { start: 0, length: 4 }],
  ['a range within another', 'bytes=0-8,2-3', { start: 0, length: 9 }],
  ['several separate ranges', 'bytes=0-1,4-5', 'whole'],
  ['more ranges than the limit', `bytes=${'0-1,'.repeat(40)}`, 'whole'],
  ['a range that ends before it begins', 'bytes=5-2', 'whole'],
  ['several ranges of which one ends before it begins', 'bytes=0-1,5-2', 'whole'],
  ['an unknown unit', 'items=0-1', 'whole'],
  ['a range without numbers', 'bytes=-', 'whole'],
  ['words instead of numbers', 'bytes=a-b', 'whole'],
  ['a number with a sign', 'bytes=+1-2', 'whole'],
  ['an empty list', 'bytes=', 'whole'],
  ['only commas', 'bytes=,,', 'whole'],
])('resolveRange handles %s: %s', (_name, header, expected) => {
  expect(resolveRange(header, 10)).toEqual(expected);
});

it('resolveRange returns separate ranges in ascending order if they are smaller than the whole', () => {
  expect(resolveRange('bytes=900-949, 0-9, 5-14', 1000)).toEqual([
    { start: 0, length: 15 },
    { start: 900, length: 50 },
  ]);
  expect(resolveRange('bytes=0-399,401-799', 1000)).toBe('whole');
  const many = Array.from({ length: 32 }, (_, index) => `${index * 1000}-${index * 1000}`);
  expect(resolveRange(`bytes=${many.join()}`, 100_000)).toHaveLength(32);
  expect(resolveRange(`bytes=${many.join()},99999-`, 100_000)).toBe('whole');
});

it('resolveRange takes linear time', () => {
  const spaces = ' '.repeat(300_000);
  expect(resolveRange(`bytes=${spaces}x`, 10)).toBe('whole');
  expect(resolveRange(`bytes=1${spaces}x${spaces}`, 10)).toBe('whole');
  expect(resolveRange(`bytes=${spaces}1${spaces}-${spaces}2${spaces}`, 10)).toEqual({ start: 1, length: 2 });
});

it('resolveRange treats every range of an empty file as unsatisfiable', () => {
  expect(['bytes=0-', 'bytes=-1', 'bytes=0-0'].map((header) => resolveRange(header, 0))).toEqual(
    Array.from({ length: 3 }, () => 'unsatisfiable'),
  );
});

it('resolveRange returns, for generated ranges, the requested bytes or the whole file', () => {
  const number = fc.nat({ max: 30 });
  const range = fc.oneof(
    fc.tuple(number, number).map(([from, more]) => `${from}-${from + more}`),
    number.map((from) => `${from}-`),
    number.map((count) => `-${count}`),
  );
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 4 }), number, (ranges, size) => {
      const wanted = new Set<number>();
      for (const text of ranges) {
        const [from = '', to = ''] = text.split('-');
        for (let byte = 0; byte < size; byte += 1) {
          if (
            from === ''
              ? byte >= size - Number(to)
              : byte >= Number(from) && (to === '' || byte <= Number(to))
          )
            wanted.add(byte);
        }
      }
      const part = resolveRange(`bytes=${ranges.join(',')}`, size);
      if (wanted.size === 0) expect(part).toBe('unsatisfiable');
      else {
        const first = Math.min(...wanted);
        const isOne = Math.max(...wanted) - first + 1 === wanted.size;
        expect(part).toEqual(isOne ? { start: first, length: wanted.size } : 'whole');
      }
    }),
    { numRuns: 2000 },
  );
});
