import { describe, expect, it } from 'vitest';
import { searchOptions } from './search-options.ts';

const zones = ['America/Argentina/Buenos_Aires', 'America/New_York', 'Europe/Berlin', 'Europe/London', 'UTC'];

describe('searchOptions', () => {
  it.each([
    ['berlin', ['Europe/Berlin']],
    ['new york', ['America/New_York']],
    ['europe lon', ['Europe/London']],
    ['on', ['Europe/London']],
    ['nowhere', []],
  ])('finds the options that contain the words in %j', (text, found) => {
    expect(searchOptions(zones, text)).toEqual({ found, more: 0 });
  });

  it('lists options first if one of their words starts with the text', () => {
    expect(searchOptions(['de-neo', 'ade', 'de'], 'd').found).toEqual(['de-neo', 'de', 'ade']);
  });

  it('offers all options if one of them is selected', () => {
    expect(searchOptions(zones, 'UTC').found).toEqual(zones);
  });

  it('limits the number of listed options, and counts the others', () => {
    const many = Array.from({ length: 600 }, (_, index) => `zone-${index}`);
    const { found, more } = searchOptions(many, '');
    expect(found.length + more).toBe(600);
    expect(found.length).toBeLessThanOrEqual(50);
  });
});
