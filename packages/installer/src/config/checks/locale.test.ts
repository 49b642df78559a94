import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('the language has no effect without --advanced', () => {
  const result = checkWith({ 'sys-language': 'xx_YY', 'sys-encoding': 'utf-8' });
  expect(rulesAndPointers(result)).toEqual(['no-effect /sys-language', 'no-effect /sys-encoding']);
  expect(result.settings?.locale).toBe('en_US.UTF-8');
});

it.each([
  ['de_DE', undefined, 'de_DE.UTF-8'],
  ['de_DE.UTF-8', undefined, 'de_DE.UTF-8'],
  ['de_DE', 'utf8', 'de_DE.UTF-8'],
  ['de_DE@euro', 'ISO-8859-15', 'de_DE.ISO-8859-15@euro'],
  [undefined, 'UTF-8', 'en_US.UTF-8'],
  ['eo', undefined, 'eo.UTF-8'],
])('the language %s with the encoding %s results in the locale %s', (language, encoding, name) => {
  const result = checkWith({ 'sys-language': language, 'sys-encoding': encoding }, { advanced: true });
  expect(rulesAndPointers(result)).toEqual([]);
  expect(result.settings?.locale).toBe(name);
});

it.each([
  ['de_DD', undefined, 'locale /sys-language', 'did you mean "de_DE"?'],
  ['en_us', undefined, 'locale /sys-language', 'did you mean "en_US"?'],
  ['de_DE', 'koi8', 'locale /sys-encoding', undefined],
])('a check reports the language %s with the encoding %s', (language, encoding, name, hint) => {
  const result = checkWith({ 'sys-language': language, 'sys-encoding': encoding }, { advanced: true });
  expect(rulesAndPointers(result)).toEqual([name]);
  expect(result.findings[0]?.hint).toBe(hint);
});
