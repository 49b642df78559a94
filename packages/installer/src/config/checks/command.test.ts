import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[string, string, string[]]>([
  ['a plain one', 'true', []],
  ['one with a null character', 'echo a\0b', ['command /custom-commands/0']],
  ['the longest', 'x'.repeat(131_071), []],
  ['one that is too long', 'x'.repeat(131_072), ['command /custom-commands/0']],
  ['one that is too long in bytes', 'ß'.repeat(65_536), ['command /custom-commands/0']],
])('%s', (_name, text, found) => {
  expect(rulesAndPointers(checkWith({ 'custom-commands': [text] }))).toEqual(found);
});
