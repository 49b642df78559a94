import { matchesPattern, type Recipe, type RecipeSet } from './recipe.ts';

/** Fields of a Debian package that are retained when it is packed again. */
export interface DebianFields {
  readonly name: string;
  /** Name of the source package from which Debian builds several packages. */
  readonly source: string;
  /** `Pre-Depends` and `Depends`, such as `libc6 (>= 2.34), default-logind | logind`. */
  readonly depends: string;
  readonly description: string;
}

/**
 * Adds a recipe for each source package of the separate Debian packages, and a recipe that depends on all of these.
 * The distribution rarely splits packages, so each source becomes one package. Debian packages that are
 * already part of a recipe of the set remain in that recipe. If a recipe of the set has the name of a source, `-more` is
 * appended to that of the new recipe.
 */
export function withSeparate(set: RecipeSet, packages: readonly DebianFields[]): RecipeSet {
  if (set.separate === undefined) return set;
  const { all, trees } = set.separate;
  const taken = new Set(set.recipes.map(({ name }) => name));
  const sources = new Map(
    packages.map(({ name, source }) => [name, taken.has(source) ? `${source}-more` : source]),
  );
  const ownerOf = (name: string): string | undefined =>
    set.recipes.find(({ debian = [] }) => debian.some((pattern) => matchesPattern(pattern, name)))?.name ??
    sources.get(name);
  const groups = Map.groupBy(packages, ({ name }) => ownerOf(name) ?? '');
  for (const name of taken) groups.delete(name);
  const recipes = [...groups].map(([name, members]): Recipe => ({
    name,
    repository: 'extra',
    description: members[0]!.description,
    versionOf: members[0]!.name,
    debian: members.map((member) => member.name),
    depends: findDependencies(members, ownerOf).filter((other) => other !== name),
    trees: trees.filter((tree) => tree === name),
  }));
  const everything: Recipe = {
    name: all,
    repository: 'extra',
    description: 'All packages that are not part of a smaller set',
    depends: [...groups.keys()],
  };
  return { ...set, recipes: [...set.recipes, ...recipes, everything] };
}

/**
 * Converts Debian dependencies to package names in the set. Of several alternatives, the first one that is in
 * the set is used; `base` contains the remaining dependencies.
 */
function findDependencies(
  members: readonly DebianFields[],
  ownerOf: (name: string) => string | undefined,
): string[] {
  const clauses = members.flatMap(({ depends }) => depends.split(','));
  const found = clauses.flatMap((clause) => {
    const alternatives = clause.split('|').map((one) => /^\s*([a-z0-9][a-z0-9+.-]*)/.exec(one)?.[1] ?? '');
    return alternatives.map(ownerOf).find((name) => name !== undefined) ?? [];
  });
  return [...new Set(['base', ...found])];
}
