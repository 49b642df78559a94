import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each([
  ['de-latin1', undefined],
  ['US', 'did you mean "us"?'],
  ['de-latin', 'did you mean "de-latin1"?'],
  ['jp', 'did you mean "jp106"?'],
  ['<LAYOUT>', 'this looks like a placeholder that was not filled in'],
])('a check decides whether a keyboard layout is known: %s', (layout, hint) => {
  const { findings } = checkWith({ 'keyboard-language': layout });
  expect(findings.map((found) => `${found.rule}: ${found.hint}`)).toEqual(
    hint === undefined ? [] : [`keyboard: ${hint}`],
  );
});
