import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderJson, renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkText } from './testing.ts';

/** Files with typical faults, each followed by the findings that a careful reader would report. */
const folder = fileURLToPath(new URL('./fixtures/faulty/', import.meta.url));
const cases = globSync('*.case', { cwd: folder }).toSorted();
const separator = '=== findings\n';

it('the folder of faulty files contains more than 14 files', () => {
  expect(cases.length).toBeGreaterThan(14);
});

describe.each(cases)('the faulty file %s', (file) => {
  const [text = '', expected] = readFileSync(folder + file, 'utf8').split(separator);
  const { findings, sources } = checkText(text);

  it('produces exactly the expected findings', () => {
    const found = findings.map(({ range, severity, code, rule, pointer }) => {
      const { start, end } = range!;
      const place = pointer === undefined ? [] : [pointer === '' ? '(root)' : pointer];
      return [`${start.line}:${start.column}-${end.line}:${end.column}`, severity, code, rule, ...place].join(
        ' ',
      );
    });
    expect(found.join('\n')).toBe(expected?.trimEnd());
  });

  it('is printed without its secrets', () => {
    const printed = renderText(findings, { source: () => sources[0] }) + renderJson(file, findings);
    expect(printed).not.toContain('planted');
  });
});
