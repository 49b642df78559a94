import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { readPythonProfile } from './python.ts';

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
