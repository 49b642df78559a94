import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treesFolder } from '../build/stage.ts';
import { matchesPattern } from './recipe.ts';
import { sets } from './sets.ts';

describe.each(Object.entries(sets))('the %s set', (_, { recipes, separate }) => {
  it('contains all dependencies of its packages', () => {
    const names = new Set(recipes.map(({ name }) => name));
    expect(names.size).toBe(recipes.length);
    for (const { depends = [] } of recipes) for (const other of depends) expect(names).toContain(other);
  });

  it('contains packages in both repositories, and one package for the remaining files', () => {
    expect(new Set(recipes.map(({ repository }) => repository))).toEqual(new Set(['core', 'extra']));
    expect(recipes.filter(({ rest }) => rest)).toHaveLength(1);
  });

  it('contains all trees of its recipes', async () => {
    for (const tree of [...recipes.flatMap((recipe) => recipe.trees ?? []), ...(separate?.trees ?? [])])
      await access(join(treesFolder, tree));
  });
});

describe('matchesPattern', () => {
  it('matches any characters with a star', () => {
    expect(matchesPattern('perl*', 'perl-base')).toBe(true);
    expect(matchesPattern('perl*', 'libperl')).toBe(false);
    expect(matchesPattern('perl', 'perl-base')).toBe(false);
    expect(matchesPattern('perl', 'perl')).toBe(true);
    expect(matchesPattern('linux-*-cloud', 'linux-6.1-cloud')).toBe(true);
    expect(matchesPattern('linux-*-cloud', 'linux-6.1-rt')).toBe(false);
    expect(matchesPattern('linux-*-cloud', 'linux-cloud')).toBe(false);
  });
});
