import { expect, it } from 'vitest';
import { checkConfiguration } from './check.ts';
import { MAX_FINDINGS } from './findings-limit.ts';

function findingsOf(text: string): ReturnType<typeof checkConfiguration>['findings'] {
  return checkConfiguration({ config: { file: 'c.json', text } }).findings;
}

it('a check lists a thousand findings, and reports how many it does not list', () => {
  const findings = findingsOf(`{"packages": [${Array.from({ length: 3000 }, () => '1').join(',')}]}`);
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  const last = findings.at(-1)!;
  // The count includes four missing keys.
  expect(last).toMatchObject({
    rule: 'too-many-findings',
    severity: 'error',
    message: expect.stringMatching(/^200\d more/),
  });
});

it('a check of 50,000 wrong values counts findings without creating all of them', () => {
  const findings = findingsOf(`{"packages": [${'1,'.repeat(49_999)}1]}`);
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  // The count includes four missing keys.
  expect(findings.at(-1)?.message).toMatch(/^49004 more/);
});
