import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The numbers of the cases that specify annotated routes, by group. */
const CASES: Readonly<Record<string, string>> = {
  F01: '03 05 10 12 13 14 16 17 18 19',
  F02: '01 02 08 09 11 12 14',
  F03: '02 03 05 09 11 12 15 16 17 18 19 22 23 24 25 28 29 31 33 34 35 36 37 39',
  F04: '01 02 05 06 07 08 09',
  F05: '02 04 05 07',
  F06: '01 02 03 05 07 08 09',
  F07: '01 04 05',
  F08: '01 03 05 06 08 09 12 13 17 18 19 24',
  F09: '02 03 05 07 09 12 13 14',
  F10: '01 06 07 09 11 13 14 15 16 17 19',
  F11: '01 03 05 06 08',
  F12: '01 02 03 04 08 09',
  F14: '01 02 04 07 09',
  F15: '01 03 09',
  F16: '03 04 05 06 07 08 09 10 12 13 15 17 19',
  F17: '01 02 04 05 06 10 11 12 13 14 19',
  F18: '01 02 03 04 07 08 11 12 13 14 17 19 21 22 29 30 31',
  F19: '01 02 04 05 07 08 09 10 13',
  F20: '01 04 05',
  F21: '01 03 06 08 11 13 15',
  F22: '03 04 05 06 07 08 10 13 14 18 19 22 27 28 29 30 31 32 33 35 38',
  F23: '01 02 03 04 07 10 11',
  F24: '01 03 10',
  F25: '02 03 04 05 06 08 09 10 11 13 14 15 16 17 18 19 20 23 26 28 32 34 37 38 44 46 47 48 51 53 54',
  F26: '02 08 09 11 12 13 16 17 18 20 23 25 27 28 29 30 31',
  F27: '04 05 07 09 10 11 14',
  F28: '03 04 07 08 09 11 13 14 16 17 19 20 21',
  F29: '02 03 04 06 07 09 10 12',
  F30: '01 04 06 07',
  F31: '03 05 08 10 11 12',
  F32: '02',
};
const caseIds = Object.entries(CASES).flatMap(([group, numbers]) =>
  numbers.split(' ').map((number) => `${group}-${number}`),
);

const here = import.meta.dirname;
const page = readFileSync(join(here, '../../conformance.md'), 'utf8');
const caseNumbers = (text: string): Set<string> => new Set(text.match(/F\d\d-\d\d/g));
const [differing = '', missing = ''] = page.split(/^## Not covered yet$/m);
const tested = caseNumbers(
  readdirSync(here)
    .filter((file) => file.endsWith('.test.ts') && file !== 'conformance.test.ts')
    .map((file) => readFileSync(join(here, file), 'utf8'))
    .flatMap((text) => text.match(/^.*\bF\d\d-\d\d.*$/gm) ?? [])
    // Ignore case numbers in comments.
    .filter((line) => !line.trim().startsWith('//'))
    .join('\n'),
);

describe('the conformance cases of annotated routes', () => {
  it('appear in a test title or are explained on the page', () => {
    expect(caseIds.length).toBe(290);
    expect(caseIds.filter((id) => !tested.has(id) && !caseNumbers(page).has(id))).toEqual([]);
  });

  it('are not listed as uncovered if a test covers them', () => {
    expect([...caseNumbers(missing)].filter((id) => tested.has(id))).toEqual([]);
  });

  it('are tested if the page describes their differences', () => {
    const [, untested = ''] = differing.split(/^## Nothing to test$/m);
    const claimed = [...caseNumbers(differing)].filter((id) => !caseNumbers(untested).has(id));
    expect(claimed.filter((id) => !tested.has(id))).toEqual([]);
  });

  it('include every case number in the tests and on the page', () => {
    const others = [...tested, ...caseNumbers(page)].filter((id) => !caseIds.includes(id));
    expect(others).toEqual([]);
  });
});
