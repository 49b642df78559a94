import { expect, it } from 'vitest';
import { sortProblems } from './package-elsewhere.ts';

const unknown = { message: 'no repository has the package "my-tool"', unknown: 'my-tool' };
const conflict = { message: 'a and b conflict' };

it('a package may be in a repository of the configuration, whose lists the service does not load', () => {
  expect(sortProblems([unknown, conflict], [{ name: 'own' }])).toEqual({
    problems: [conflict],
    elsewhere: ['my-tool'],
  });
});

it.each([[undefined], [[]], ['own']])(
  'a package is unknown without such repositories: %j',
  (repositories) => {
    expect(sortProblems([unknown, conflict], repositories)).toEqual({
      problems: [unknown, conflict],
      elsewhere: [],
    });
  },
);
