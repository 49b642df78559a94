import { SourceText, type Diagnostic } from '@writ/diagnostics';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderProblemLines } from './problem-lines.ts';

const text = new SourceText('app/notes.ts', 'first\nsecond\n');
const finding: Diagnostic = { code: 'W9001', rule: 'sample', severity: 'note', message: 'the message' };

it('renders one line per finding, with the severities of problem matchers', () => {
  const range = text.rangeAt(8, 9);
  const findings: Diagnostic[] = [
    { ...finding, severity: 'error', file: 'app/notes.ts', range },
    { ...finding, severity: 'warning', file: 'app/notes.ts', range },
    { ...finding, file: 'app/notes.ts', range },
  ];
  expect(renderProblemLines(findings, 'app/index.ts')).toBe(
    'app/notes.ts:2:3: error W9001: the message\n' +
      'app/notes.ts:2:3: warning W9001: the message\n' +
      'app/notes.ts:2:3: info W9001: the message\n',
  );
  expect(renderProblemLines([], 'app/index.ts')).toBe('');
});

it('reports a finding without a range in line 1, and one without a file in the entry file', () => {
  const lines = renderProblemLines([{ ...finding, file: 'app/notes.ts' }, finding], 'app/index.ts');
  expect(lines).toBe(
    'app/notes.ts:1:1: info W9001: the message\napp/index.ts:1:1: info W9001: the message\n',
  );
});

it('renders all paths relative to the working directory', () => {
  const files = [join(process.cwd(), 'app/notes.ts'), join(process.cwd(), '../shared/notes.ts')];
  const lines = renderProblemLines(
    files.map((file) => ({ ...finding, file })),
    '',
  );
  expect(lines).toMatch(/^app\/notes\.ts:1:1: .*\n\.\.\/shared\/notes\.ts:1:1: .*\n$/);
});

it('appends related locations, expected values and, at the end, the hint, all in one line', () => {
  const full: Diagnostic = {
    ...finding,
    message: 'the\n  message\u001b[31m',
    expected: '"a" or "b"',
    hint: 'write\n"a"',
    related: [{ file: 'app/more.ts', range: text.rangeAt(0, 1), message: 'first declared here' }],
  };
  expect(renderProblemLines([full], 'app/index.ts')).toBe(
    'app/index.ts:1:1: info W9001: the message\uFFFD[31m; expected: "a" or "b"; app/more.ts:1:1: first declared here; hint: write "a"\n',
  );
});
