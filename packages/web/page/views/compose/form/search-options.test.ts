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

  it('lists the option that equals the text first, so that Enter selects it', () => {
    expect(searchOptions(['3l', 'amiga-de', 'de-latin1', 'de'], 'de').found).toEqual([
      'de',
      'amiga-de',
      'de-latin1',
    ]);
    expect(searchOptions(zones, 'utc').found).toEqual(['UTC']);
  });

  it('lists all options for an empty text', () => {
    expect(searchOptions(zones, '').found).toEqual(zones);
  });

  it('also searches the descriptions of the options', () => {
    const describeLayout = (layout: string): string | undefined =>
      ({ de: 'Germany', 'de_CH-latin1': 'Switzerland' })[layout];
    expect(searchOptions(['us', 'de', 'de_CH-latin1'], 'german', describeLayout).found).toEqual(['de']);
    expect(searchOptions(['us', 'de', 'de_CH-latin1'], 'latin1 switz', describeLayout).found).toEqual([
      'de_CH-latin1',
    ]);
  });

  it('limits the number of listed options, and counts the others', () => {
    const many = Array.from({ length: 600 }, (_, index) => `zone-${index}`);
    const { found, more } = searchOptions(many, '');
    expect(found.length + more).toBe(600);
    expect(found.length).toBeLessThanOrEqual(50);
  });
});
