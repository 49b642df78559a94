import { describe, expect, it } from 'vitest';
import type { Recipe, RecipeSet } from './recipe.ts';
import { withSeparate } from './separate.ts';

const base: Recipe = { name: 'base', repository: 'core', description: 'The rest', rest: true };
const glib: Recipe = { name: 'glib2', repository: 'core', description: 'GLib', debian: ['libglib2.0-*'] };
const set: RecipeSet = {
  recipes: [base, glib],
  debian: [],
  unwanted: [],
  without: [],
  separate: { debian: ['viewer'], unwanted: [], trees: ['viewer'], all: 'desktop' },
};
const viewer = {
  name: 'viewer',
  source: 'viewer',
  depends: 'libc6 (>= 2.34), libglib2.0-0 (>= 2.7), logind | libpng16-16:any, viewer',
  description: 'Shows images',
};

describe('separate packages', () => {
  const { recipes } = withSeparate(set, [
    viewer,
    { name: 'libpng16-16', source: 'libpng1.6', depends: 'viewer-data', description: 'PNG' },
    { name: 'viewer-data', source: 'viewer', depends: 'libpng16-16', description: 'Icons' },
    { name: 'libglib2.0-bin', source: 'glib2.0', depends: '', description: 'Programs of GLib' },
    { name: 'base-more-files', source: 'base', depends: '', description: 'A source with a taken name' },
  ]);
  const find = (name: string): Recipe | undefined => recipes.find((recipe) => recipe.name === name);

  it("contain the Debian packages of a source, with the first description and the project's own files", () => {
    expect(find('viewer')).toMatchObject({
      description: 'Shows images',
      debian: ['viewer', 'viewer-data'],
      versionOf: 'viewer',
      trees: ['viewer'],
    });
    expect(find('libpng1.6')?.trees).toEqual([]);
  });

  it("depend on the set's packages that contain the Debian dependencies", () => {
    expect(find('viewer')?.depends).toEqual(['base', 'glib2', 'libpng1.6']);
    expect(find('libpng1.6')?.depends).toEqual(['base', 'viewer']);
  });

  it("have other names than the set's recipes, which retain their Debian packages", () => {
    const names = recipes.map(({ name }) => name);
    expect(names).toEqual(['base', 'glib2', 'viewer', 'libpng1.6', 'base-more', 'desktop']);
  });

  it('are the dependencies of one package', () => {
    expect(find('desktop')?.depends).toEqual(['viewer', 'libpng1.6', 'base-more']);
  });

  it('are added only to the sets that list them', () => {
    const { separate: _, ...without } = set;
    expect(withSeparate(without, [viewer])).toEqual(without);
  });
});
