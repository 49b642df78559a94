import { describe, expect, it } from 'vitest';
import { firstFree, idsOf } from './subordinate-ids.ts';

const lines = 'ada:100000:65536\n1001:165536:1000\nada:300000:10\n\nbroken\n';

describe('subordinate ids', () => {
  it('are counted over all lines, by name and by number', () => {
    expect(idsOf(lines, { uid: 1000, username: 'ada' })).toBe(65_546);
    expect(idsOf(lines, { uid: 1001, username: 'bob' })).toBe(1000);
    expect(idsOf(lines, { uid: 1002, username: 'eve' })).toBe(0);
    expect(idsOf('', { uid: 1000, username: 'ada' })).toBe(0);
  });

  it('are free behind those of everybody', () => {
    expect(firstFree(lines)).toBe(300_010);
    expect(firstFree('')).toBe(100_000);
    expect(firstFree('ada:1000:10\n')).toBe(100_000);
  });
});
