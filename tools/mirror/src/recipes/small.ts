import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitWords, type Recipe } from './recipe.ts';

/** Number of small packages in the `many` set. */
const COUNT = 1_000;

const FILES = splitWords('data license readme');

/** Packages `small-1` to `small-1000`, each with three small files. */
export const smallPackages: readonly Recipe[] = Array.from({ length: COUNT }, (_, index) => {
  const name = `small-${index + 1}`;
  const folder = `usr/share/${name}`;
  return {
    name,
    repository: 'extra',
    description: 'A small package for measuring how costs grow with the number of packages',
    folders: [folder],
    finish: async (stage) => {
      for (const file of FILES) await writeFile(join(stage.folder, folder, file), `${name} ${file}\n`);
    },
  };
});
