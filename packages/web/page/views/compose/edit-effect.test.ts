import { describe, expect, it } from 'vitest';
import type { PlanChanges } from '../../api/answers.ts';
import { createFormats } from '../../words/formats.ts';
import { catalogues } from '../../words/languages.ts';
import { describeChanges } from './edit-effect.tsx';

const none: PlanChanges = {
  before: 'a',
  after: 'b',
  operations: [],
  packages: { added: [], removed: [] },
  layout: false,
};
const operation = { id: 'network', title: 'Set up the network' };

const words = catalogues.en.plan;
const formats = createFormats('en');

it('describeChanges describes the effect of an edit on the plan in one sentence', () => {
  expect(describeChanges(none, undefined, words, formats)).toBe('Last edit: no operations change');
  const changes: PlanChanges = {
    ...none,
    operations: [
      { ...operation, kind: 'changed', number: 6 },
      { ...operation, kind: 'added', number: 9 },
      { ...operation, kind: 'removed', number: 12 },
    ],
    packages: { added: ['git', 'vim', 'nano'], removed: ['tree'] },
    layout: true,
  };
  expect(describeChanges(changes, undefined, words, formats)).toBe(
    'Last edit: operations 6 and 9; 1 operation removed; 3 packages added; 1 package removed; different disk layout',
  );
});

describe('the effect of an edit on the packages', () => {
  const changes: PlanChanges = { ...none, packages: { added: ['git'], removed: ['tree'] } };
  const nothing = { count: 0, download: 0 };

  it('includes their dependencies and the sizes of the downloads', () => {
    const difference = {
      added: { count: 12, download: 340_000_000 },
      removed: { count: 1, download: 41_234_567 },
    };
    expect(describeChanges(changes, difference, words, formats)).toBe(
      'Last edit: + 12 packages, 340 MB; − 1 package, 41.2 MB',
    );
    const { plan } = catalogues.de;
    expect(describeChanges(changes, { ...difference, removed: nothing }, plan, createFormats('de'))).toBe(
      'Letzte Änderung: + 12 Pakete, 340 MB',
    );
  });

  it('counts the packages that the plan lists if the set of installed packages does not change', () => {
    expect(describeChanges(changes, { added: nothing, removed: nothing }, words, formats)).toBe(
      'Last edit: 1 package added; 1 package removed',
    );
  });
});
