import { SourceText } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { checkLanguage } from './check.ts';

const banned = {
  words: { wug: 'bird', wugs: 'birds' },
  phrases: { '\\bflies on\\b': 'continues' },
  openings: { '(?:Wag|Wog)': 'the thing' },
  allowed: ['--no-wug'],
};

const check = (file: string, text: string): unknown[] =>
  checkLanguage(file, new SourceText(file, text), banned).map(({ range, hint }) => [
    range?.start.line,
    range?.start.column,
    hint,
  ]);

it('checkLanguage finds a banned word in prose, strings and parts of names, with its location and a replacement', () => {
  const text = "// Each Wug.\nconst feedWug = 'wugs'; // WUG_FOOD\n";
  expect(check('a.ts', text)).toEqual([
    [1, 9, 'write bird'],
    [2, 11, 'write bird'],
    [2, 18, 'write birds'],
    [2, 28, 'write bird'],
  ]);
  const [finding] = checkLanguage('a.ts', new SourceText('a.ts', text), banned);
  expect(finding).toMatchObject({ file: 'a.ts', severity: 'error', code: 'banned-language' });
});

it('checkLanguage ignores words that only contain a banned word', () => {
  expect(check('a.ts', 'wuggish shrug wugwug constructor')).toEqual([]);
});

it('checkLanguage ignores allowed names of other programs', () => {
  expect(check('a.ts', "run('feed', '--no-wug', 'wug');")).toEqual([[1, 26, 'write bird']]);
});

it('checkLanguage finds a banned phrase in upper and lower case', () => {
  expect(check('a.md', 'It flies on.\n\nFlies on its own.')).toEqual([
    [1, 4, 'write continues'],
    [3, 1, 'write continues'],
  ]);
});

it.each(['/** Wag it does. */', '// Wog calls.', '/*\n * Wag it does.\n */', 'call(); // Wag it does.'])(
  'checkLanguage finds the banned comment opening %j',
  (comment) => {
    expect(check('a.ts', `const x = 1;\n${comment}\n`)).toMatchObject([
      [expect.anything(), expect.anything(), 'write the thing'],
    ]);
  },
);

it.each([
  '// A caller has to know\n// Wag it does.',
  '/** Knows Wag it does. */',
  "const x = 'Wag';",
  '// Wagging',
])('checkLanguage does not mistake a later word for a comment opening: %j', (text) => {
  expect(check('a.ts', text)).toEqual([]);
});
