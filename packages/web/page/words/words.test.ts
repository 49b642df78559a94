import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';
import { catalogues, regionalTag, toLanguage } from './languages.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const LETTERS = /\p{Letter}{2,}/u;
/** Attributes that users read or hear. Placeholders are not included, because they are examples of values. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'title', 'alt', 'label']);

/** The paths of all texts in a catalogue. */
function pathsOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${path}${key}.`) : [`${path}${key}`],
  );
}

function textsOf(words: object): unknown[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? textsOf(value) : [value],
  );
}

describe('the catalogues of words', () => {
  it('have the same keys in every language, each with a non-empty text', () => {
    const paths = pathsOf(catalogues.en).toSorted();
    expect(paths.length).toBeGreaterThan(80);
    for (const words of Object.values(catalogues)) {
      expect(pathsOf(words).toSorted()).toEqual(paths);
      expect(textsOf(words)).not.toContain('');
    }
  });

  it('contain all texts of the components', () => {
    const found: string[] = [];
    const files = globSync('**/*.tsx', { cwd: folder, exclude: ['**/*.test.tsx'] });
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const code = readFileSync(`${folder}${file}`, 'utf8');
      new Visitor({
        JSXText({ value }) {
          if (LETTERS.test(value)) found.push(`${file}: ${value.trim()}`);
        },
        JSXAttribute({ name, value }) {
          if (name.type !== 'JSXIdentifier' || !SPOKEN.has(name.name)) return;
          if (value?.type === 'Literal' && LETTERS.test(String(value.value))) {
            found.push(`${file}: ${name.name}=${String(value.value)}`);
          }
        },
      }).visit(parseSync(file, code).program);
    }
    expect(found).toEqual([]);
  });

  it('name one finding in the singular, and several in the plural', () => {
    expect([1, 2].map(catalogues.en.form.findings)).toEqual(['finding', 'findings']);
    expect([1, 2].map(catalogues.de.form.findings)).toEqual(['Befund', 'Befunde']);
  });

  it('are selected by the language of the browser', () => {
    expect(['de', 'de-AT', 'DE-ch', 'en-GB', 'fr', ''].map(toLanguage)).toEqual([
      'de',
      'de',
      'de',
      'en',
      'en',
      'en',
    ]);
  });
});

describe('the region of dates and numbers', () => {
  it('is that of the browser if the page is in the language of the browser', () => {
    expect(regionalTag('de', ['en-GB', 'de-AT', 'de'])).toBe('de-AT');
    expect(regionalTag('en', ['fr-FR', 'en-GB'])).toBe('en-GB');
    expect(regionalTag('de', ['fr', 'den-GB'])).toBe('de');
    expect(regionalTag('en', ['en-US@posix', 'en_US'])).toBe('en');
  });

  it('determines their format', () => {
    const noon = '2026-11-23T12:00:00.000Z';
    expect(createFormats('en-US').time(noon)).toMatch(/^Nov 2[34], 2026, /);
    expect(createFormats('en-GB').time(noon)).toMatch(/^2[34] Nov 2026, /);
    expect(createFormats('de-AT').time(noon)).toMatch(/^2[34]\.11\.2026, /);
    expect(createFormats('de').count(14_970)).toBe('14.970');
    expect(createFormats('de-CH').count(14_970)).not.toBe('14.970');
  });
});

describe('numbers in texts', () => {
  it('are formatted for the language of the page', () => {
    const [english, german] = [catalogues.en, catalogues.de];
    expect([0, 1, 12_345].map(english.plan.allPackages)).toEqual([
      '0 packages',
      '1 package',
      '12,345 packages',
    ]);
    expect([0, 1, 12_345].map(german.plan.allPackages)).toEqual(['0 Pakete', '1 Paket', '12.345 Pakete']);
    expect(german.form.moreOptions(14_970)).toBe('14.970 weitere: zum Suchen Text eingeben');
  });
});

describe('the formats of the page', () => {
  const [english, german] = [createFormats('en'), createFormats('de')];

  it('show sizes in decimal units', () => {
    expect([0, 999, 12_345, 41_234_567, 340_000_000, 8_589_934_592].map(english.bytes)).toEqual([
      '0 byte',
      '999 byte',
      '12 kB',
      '41.2 MB',
      '340 MB',
      '8.6 GB',
    ]);
    expect(german.bytes(41_234_567)).toBe('41,2 MB');
  });

  it('name the region of a keyboard layout', () => {
    expect(['de', 'gb', 'bg,us'].map(english.region)).toEqual(['Germany', 'United Kingdom', 'Bulgaria']);
    expect(german.region('ch')).toBe('Schweiz');
    expect(['latam', '', 'qq'].map(english.region)).toEqual([undefined, undefined, undefined]);
  });

  it('name the language of a locale', () => {
    const locales = ['de_DE', 'pt_BR', 'de_DE@euro', 'eo', 'C', 'zz_ZZ'];
    expect(locales.map(english.locale).slice(0, 4)).toEqual([
      'German (Germany)',
      'Brazilian Portuguese',
      'German (Germany)',
      'Esperanto',
    ]);
    expect(german.locale('de_DE')).toBe('Deutsch (Deutschland)');
    expect([english.locale('C'), english.locale('')]).toEqual([undefined, undefined]);
  });

  it('show 100 % only for a complete installation', () => {
    expect([0, 0.429, 0.999, 1].map(english.percent)).toEqual(['0%', '42%', '99%', '100%']);
  });

  it('round shares, but show no share as 0 %', () => {
    expect([0, 0.004, 0.126, 1].map(english.share)).toEqual(['0%', '<1%', '13%', '100%']);
  });

  it('show durations in at most two units', () => {
    expect([400, 59_400, 61_000, 3_725_000].map(english.duration)).toEqual([
      '0 sec',
      '59 sec',
      '1 min 1 sec',
      '1 hr 2 min',
    ]);
    expect(german.duration(3_725_000)).toBe('1 Std., 2 Min.');
  });

  it('show the age of a time in the largest suitable unit', () => {
    const ago = (minutes: number): string =>
      english.ago(new Date(Date.now() - minutes * 60_000 - 1_000).toISOString());
    expect([0, 59, 61, 3_000].map(ago)).toEqual([
      'this minute',
      '59 minutes ago',
      '1 hour ago',
      '2 days ago',
    ]);
    expect(german.ago(new Date(Date.now() + 60_000).toISOString())).toBe('in dieser Minute');
  });

  it('show exact durations and differences for comparisons', () => {
    expect([40, 2_340, 9_960, 61_000].map(english.exactDuration)).toEqual([
      '0.0 sec',
      '2.3 sec',
      '10 sec',
      '1 min 1 sec',
    ]);
    expect([2_340, -61_000, -20].map(english.difference)).toEqual(['+2.3 sec', '−1 min 1 sec', '±0.0 sec']);
    expect(german.difference(-2_340)).toBe('−2,3 Sek.');
  });
});
