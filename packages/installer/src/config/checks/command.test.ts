import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[string, string, string[]]>([
  ['a valid command', 'true', []],
  ['a null character', 'echo a\0b', ['command /custom-commands/0']],
  ['the maximum length', 'x'.repeat(131_071), []],
  ['too many characters', 'x'.repeat(131_072), ['command /custom-commands/0']],
  ['too many bytes', 'ß'.repeat(65_536), ['command /custom-commands/0']],
])('a check decides whether custom commands can run: %s', (_name, text, found) => {
  expect(rulesAndPointers(checkWith({ 'custom-commands': [text] }))).toEqual(found);
});
