import { describe, expect, it } from 'vitest';
import { renderText } from '@writ/diagnostics';
import { checkWith } from '../config/testing.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import { parseLock } from '../run/package-lock/parse.ts';
import { readDefinition } from './definition.ts';
import { FOREIGN_FILES, renderFindings } from '../../../../scripts/samples/foreign-files.ts';

describe.each(Object.entries(FOREIGN_FILES))('a file that is not a profile (%s)', (_what, text) => {
  const bytes = Buffer.from(text);

  it('is never quoted when it is read as a profile definition', () => {
    const read = readDefinition('named', bytes);
    expect(read).not.toHaveProperty('definition');
    expect(read.findings).toHaveLength(1);
    expect(renderFindings(read)).not.toMatch(/planted/i);
  });

  it('is never quoted when it is read as facts or as a lock file', () => {
    expect(renderFindings(parseFacts('given', bytes))).not.toMatch(/planted/i);
    expect(renderFindings(parseLock('given', bytes))).not.toMatch(/planted/i);
  });
});

// In credentials, the keys of an object are secret names, which may be printed.
it.each(Object.entries(FOREIGN_FILES).filter(([, text]) => !text.startsWith('{')))(
  'a file without an object is never shown when it is passed as credentials: %s',
  (_what, text) => {
    const { findings, sources } = checkWith({}, { creds: { file: 'given', text } });
    const source = sources.find(({ name }) => name === 'given')!;
    expect(renderFindings({ findings: findings.filter(({ file }) => file === 'given'), source })).not.toMatch(
      /planted/i,
    );
  },
);

describe('a profile definition', () => {
  it('is quoted, but the values of unknown keys are masked', () => {
    const text = '{\n  "packages": ["git"],\n  "auth": { "planted": "planted" },\n  "servces": ["sshd"]\n}';
    const { findings, source } = readDefinition('mine.json', text);
    expect(findings.map(({ rule }) => rule)).toEqual(['unknown-key', 'unknown-key']);
    const shown = renderText(findings, { source: () => source });
    expect(shown).not.toMatch(/planted/);
    expect(shown).toContain('"servces": ["sshd"]');
  });

  it('is recognized even if its key packages is misspelt', () => {
    expect(readDefinition('mine.json', '{"pakages": ["git"]}').findings).toMatchObject([
      { rule: 'unknown-key', hint: 'did you mean "packages"?' },
      { rule: 'missing-key' },
    ]);
  });
});
