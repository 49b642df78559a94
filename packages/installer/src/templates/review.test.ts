import { describe, expect, it } from 'vitest';
import { checkRows, templateOf } from './testing.ts';
import type { Review } from './review.ts';
import { listRows } from './row-findings.ts';

const template = templateOf(
  { hostname: '{{hostname}}', kernels: ['{{kernel}}'], '!root-password': '{{!password}}' },
  'hostname',
  'kernel',
  '!password',
);
const reviewOf = (rows: readonly (readonly [hostname: string, kernel: string])[]): Review => {
  const table = rows.map(([hostname, kernel]) => ({ hostname, kernel, '!password': 'canary' }));
  return checkRows(template, table).review!;
};

describe('the review of the rows', () => {
  it('lists common and differing values, and masks secrets', () => {
    const review = reviewOf([
      ['a', 'linux'],
      ['b', 'linux'],
      ['a', 'linux'],
    ]);
    expect(review).toEqual({
      rows: 3,
      common: [
        { pointer: '/bootloader', value: '"systemd-bootctl"' },
        { pointer: '/kernels/0', value: '"linux"' },
        { pointer: '/mirror-region/Worldwide', value: '{}' },
      ],
      differing: [
        {
          pointer: '/!root-password',
          variables: ['!password'],
          secret: true,
          values: [],
        },
        {
          pointer: '/hostname',
          variables: ['hostname'],
          secret: false,
          values: [
            { value: '"a"', rows: [1, 3] },
            { value: '"b"', rows: [2] },
          ],
        },
      ],
      outliers: [],
    });
  });

  it('masks common secrets, and commands that contain one', () => {
    const { review } = checkRows(
      templateOf({
        '!root-password': 'canary-1',
        '!users': [{ username: 'ada', '!password': 'canary-2', sudo: true }],
        'custom-commands': ['echo canary-1 > /root/x'],
        'mirror-region': { Mine: { 'https://me:canary-3@mirror.example/$repo/os/$arch': true } },
      }),
      [{}],
    );
    expect(JSON.stringify(review)).not.toContain('canary');
    expect(review?.common).toContainEqual({ pointer: '/!users/0/username', value: '"ada"' });
    expect(review?.common).toContainEqual({ pointer: '/!users/0/sudo', value: 'true' });
  });

  it('compares only rows that have a configuration', () => {
    expect(
      reviewOf([
        ['a', 'linux'],
        ['b_c', 'linux'],
      ]).rows,
    ).toBe(1);
  });
});

describe('outliers', () => {
  const named = (count: number): (readonly [string, string])[] =>
    Array.from({ length: count }, (_, index) => [`web-${index}`, 'linux']);

  it('are values that few rows have, although most rows share another one', () => {
    expect(reviewOf([...named(4), ['web-9', 'linux-lts']]).outliers).toEqual([
      { pointer: '/kernels/0', value: '"linux-lts"', rows: [5], kind: 'rare' },
    ]);
  });

  it('are values that several rows share, although most rows have their own', () => {
    expect(reviewOf([...named(8), ['web-3', 'linux']]).outliers).toEqual([]);
    expect(reviewOf([...named(9), ['web-3', 'linux']]).outliers).toEqual([
      { pointer: '/hostname', value: '"web-3"', rows: [4, 10], kind: 'repeated' },
    ]);
  });

  it('are not sought among fewer than five rows, or without a majority', () => {
    expect(reviewOf([...named(3), ['web-9', 'linux-lts']]).outliers).toEqual([]);
    expect(reviewOf([...named(4), ['x', 'linux-lts'], ['y', 'linux-lts']]).outliers).toEqual([]);
  });
});

it.each<[readonly number[], string]>([
  [[3], 'row 3'],
  [[3, 4], 'rows 3 and 4'],
  [[1, 2, 3, 7], 'rows 1 to 3 and 7'],
  [[1, 3, 5, 6, 7, 9], 'rows 1, 3, 5 to 7 and 9'],
])('the rows %j are listed as "%s"', (rows, text) => {
  expect(listRows(rows)).toBe(text);
});
