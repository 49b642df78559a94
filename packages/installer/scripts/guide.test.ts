import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes } from '../src/config/codes.ts';
import { knownKeys } from '../src/config/schema-view.ts';
import { guide } from './guide.ts';
import { foundFaults } from './guide/faults.ts';
import { foundLater } from './guide/remedies.ts';

it('the pages stand as schema and rules make them', () => {
  for (const [path, text] of Object.entries(guide())) {
    expect(readFileSync(path, 'utf8'), `${path}: run node packages/installer/scripts/guide.ts`).toBe(text);
  }
});

it('every finding of a check is caused by some configuration here', () => {
  const caused = new Set(foundFaults().map(({ finding }) => finding.rule));
  const ofConversions = /^W19/;
  // No key causes it: what does is the number of the others.
  const ofNumber = 'too-many-findings';
  const never = Object.entries(codes).flatMap(([rule, { code }]) =>
    ofConversions.test(code) || caused.has(rule) || rule === ofNumber ? [] : [`${code} ${rule}`],
  );
  expect(never).toEqual([]);
});

it('what is found later is said of keys that there are', () => {
  const names = new Set(knownKeys().map(({ path }) => path.join('.')));
  expect(Object.keys(foundLater).filter((key) => !names.has(key))).toEqual([]);
});
