import { expect, it } from 'vitest';
import { keymapNames, parseLocales, parseMirrors, parseTimezones } from './lists.ts';

it('parseTimezones reads the zones and links of the tz database', () => {
  const tzdata =
    '# version 1\nZ Europe/Berlin 0:53:28 - LMT 1893 Ap\n1 c CE%sT\nL Europe/Berlin Europe/Oslo\nZ Factory 0 - -00';
  expect(parseTimezones(tzdata)).toEqual(['Europe/Berlin', 'Europe/Oslo']);
});

it('parseLocales reads the supported locales', () => {
  expect(parseLocales('en_US.UTF-8 UTF-8\n# comment\n\nde_DE@euro ISO-8859-15\n')).toEqual([
    'en_US.UTF-8 UTF-8',
    'de_DE@euro ISO-8859-15',
  ]);
});

it('keymapNames reads keymap names from compressed and uncompressed files', () => {
  expect(keymapNames(['i386/qwerty/us.map', 'i386/qwertz/de.map.gz', 'i386/include/euro.map'])).toEqual([
    'us',
    'de',
  ]);
});

it('parseMirrors reads the first https servers of each region', () => {
  const list = [
    '##',
    '## Generated on 2026-01-01',
    '##',
    '',
    '## New Zealand',
    '#Server = http://a.example/$repo/os/$arch',
    ...['a', 'b', 'c', 'd', 'e'].map((name) => `#Server = https://${name}.example/$repo/os/$arch`),
    '## Worldwide',
    'Server = https://w.example/$repo/os/$arch',
  ].join('\n');
  expect(parseMirrors(list)).toEqual({
    'New Zealand': ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/$repo/os/$arch`),
    Worldwide: ['https://w.example/$repo/os/$arch'],
  });
});
