import { expect, it } from 'vitest';
import type { PlanChanges } from '../../api/answers.ts';
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

it('describes the effect of an edit on the plan in one sentence', () => {
  const words = catalogues.en.plan;
  expect(describeChanges(none, words)).toBe('The last edit: no operation changes');
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
  expect(describeChanges(changes, words)).toBe(
    'The last edit: operations 6 and 9; 1 operation less; 3 packages more; 1 package less; another disk layout',
  );
});
