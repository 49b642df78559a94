import { describe, expect, it } from 'vitest';
import { firstFreeId, countIds } from './subordinate-ids.ts';

const lines = 'ada:100000:65536\n1001:165536:1000\nada:300000:10\n\nbroken\n';

describe('subordinate IDs', () => {
  it('are counted in all lines with the name or number of the user', () => {
    expect(countIds(lines, { uid: 1000, username: 'ada' })).toBe(65_546);
    expect(countIds(lines, { uid: 1001, username: 'bob' })).toBe(1000);
    expect(countIds(lines, { uid: 1002, username: 'eve' })).toBe(0);
    expect(countIds('', { uid: 1000, username: 'ada' })).toBe(0);
  });

  it('are allocated after the last assigned ID', () => {
    expect(firstFreeId(lines)).toBe(300_010);
    expect(firstFreeId('')).toBe(100_000);
    expect(firstFreeId('ada:1000:10\n')).toBe(100_000);
  });
});
