import { expect, it } from 'vitest';
import { codes } from './config/codes.ts';
import { refusalCodes } from './refusal.ts';

it('a code stands for one rule only, whichever stage finds it', () => {
  const all = [...Object.values(codes).map(({ code }) => code), ...Object.values(refusalCodes)];
  const twice = all.filter((code, index) => all.indexOf(code) !== index);
  expect(twice).toEqual([]);
  expect(all.every((code) => /^W1\d{3}$/.test(code))).toBe(true);
});
