import { describe, expect, it } from 'vitest';
import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { checkWith } from '../config/testing.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import { parseLock } from '../run/package-lock/parse.ts';
import { readDefinition } from './definition.ts';

/** Files that exist on real machines, with the word `planted` as the content to protect. */
const files: Readonly<Record<string, string>> = {
  shadow: 'root:planted$y$j9T$plantedplantedplanted:19000:0:99999:7:::\nada:planted:19000:0:99999:7:::\n',
  environment: 'PLANTED_KEY="planted planted"\nOTHER=planted\n',
  'assignments of Python': 'planted = "planted"\nservices = ["planted"]\ndefault_greeter = planted()\n',
  'a private key':
    '-----BEGIN OPENSSH PRIVATE KEY-----\nplantedplantedplanted\n-----END OPENSSH PRIVATE KEY-----\n',
  'credentials of a registry': '{"auths": {"planted.example": {"auth": "planted"}}, "services": ["planted"]}',
  'an object on one line': '{"planted": "planted"}',
  'a list': '["planted", "planted"]',
  'a string': '"planted"',
  'an object with syntax errors':
    '{\'planted\': planted planted, "planted: [planted,, ]}\n{"planted": planted; }',
  'an object with comments': '{\n  // planted\n  "planted": "planted" "planted",\n  planted: planted\n}',
  'a settings file': '[planted]\nplanted = "planted"\n  planted: ["planted\n',
  'a .netrc file': 'machine planted login planted password planted',
  'an object with typographic quotes': '{“planted”: “planted”, \u201eplanted\u201c: planted}',
  'a broken string': 'planted = "planted\nplanted\n',
  'a repeated keyword argument': 'planted(planted=1, planted=2)',
};

/** The findings as text and as JSON. */
function renderFindings({
  findings,
  source,
}: {
  findings: readonly Diagnostic[];
  source: SourceText;
}): string {
  expect(findings.length).toBeGreaterThan(0);
  return renderText(findings, { source: () => source }) + JSON.stringify(findings);
}

describe.each(Object.entries(files))('a file that is not a profile (%s)', (_what, text) => {
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
it.each(Object.entries(files).filter(([, text]) => !text.startsWith('{')))(
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
