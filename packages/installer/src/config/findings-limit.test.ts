import { expect, it } from 'vitest';
import { checkConfiguration } from './check.ts';
import { MAX_FINDINGS } from './findings-limit.ts';

function check(text: string): ReturnType<typeof checkConfiguration>['findings'] {
  return checkConfiguration({ config: { file: 'c.json', text } }).findings;
}

it('a thousand findings are listed, and the number of the others', () => {
  const findings = check(`{"packages": [${Array.from({ length: 3000 }, () => '1').join(',')}]}`);
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  const last = findings.at(-1)!;
  // Beside the packages four required keys are missing.
  expect(last).toMatchObject({
    rule: 'too-many-findings',
    severity: 'error',
    message: expect.stringMatching(/^200\d more/),
  });
});

it('two hundred thousand of them are not put into words, and are counted', () => {
  const findings = check(`{"packages": [${'1,'.repeat(199_999)}1]}`);
  expect(findings).toHaveLength(MAX_FINDINGS + 1);
  // Beside the packages four required keys are missing.
  expect(findings.at(-1)?.message).toMatch(/^199004 more/);
});
