import { SourceText } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { checkLanguage } from './check.ts';

const words = { wug: 'bird', wugs: 'birds' };

it('finds a banned word in prose, strings and the parts of a name, with its place and what to write', () => {
  const text = "// Each Wug.\nconst feedWug = 'wugs'; // WUG_FOOD\n";
  const findings = checkLanguage('a.ts', new SourceText('a.ts', text), words);
  expect(findings.map(({ range, hint }) => [range?.start.line, range?.start.column, hint])).toEqual([
    [1, 9, 'write bird'],
    [2, 11, 'write bird'],
    [2, 18, 'write birds'],
    [2, 28, 'write bird'],
  ]);
  expect(findings[0]).toMatchObject({ file: 'a.ts', severity: 'error', code: 'banned-word' });
});

it('leaves words alone that only contain a banned one', () => {
  const text = 'wuggish shrug wugwug constructor';
  expect(checkLanguage('a.ts', new SourceText('a.ts', text), words)).toEqual([]);
});
