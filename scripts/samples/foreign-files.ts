import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { expect } from 'vitest';

/** Files that exist on real machines, with the word `planted` as the content to protect. */
export const FOREIGN_FILES: Readonly<Record<string, string>> = {
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

/** Returns the findings as text and as JSON. Fails if there are none. */
export function renderFindings({
  findings,
  source,
}: {
  findings: readonly Diagnostic[];
  source: SourceText;
}): string {
  expect(findings.length).toBeGreaterThan(0);
  return renderText(findings, { source: () => source }) + JSON.stringify(findings);
}
