import { renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { readPythonProfile } from './python.ts';
import { FOREIGN_FILES, renderFindings } from '../../../../scripts/samples/foreign-files.ts';

describe.each(Object.entries(FOREIGN_FILES))('a file that is not a profile (%s)', (_what, text) => {
  const bytes = Buffer.from(text);

  it('is never quoted when it is read as a Python profile', async () => {
    const read = await readPythonProfile('named', bytes);
    expect(read).not.toHaveProperty('definition');
    expect(read.findings).toHaveLength(1);
    expect(renderFindings(read)).not.toMatch(/planted/i);
  });
});

it('findings quote only those lines of a Python profile that define one of its lists', async () => {
  const text = 'planted = "planted"\npackages = ["a b"] + more\nplanted = "planted"\n';
  const { findings, source } = await readPythonProfile('mine.py', Buffer.from(text));
  const shown = renderText(findings, { source: () => source });
  expect(shown).toContain('packages = ["a b"] + more');
  expect(shown).not.toMatch(/planted/);
});
