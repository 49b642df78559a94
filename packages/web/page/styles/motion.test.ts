import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const readStyle = (name: string): string => readFileSync(folder + name, 'utf8');

it('only the style sheet that respects prefers-reduced-motion contains animations and transitions', () => {
  const moving = globSync('*.css', { cwd: folder }).filter((name) =>
    /\b(?:animation|transition)(?:-\w+)?\s*:|scroll-behavior/.test(readStyle(name)),
  );
  expect(moving).toEqual(['motion.css']);
  expect(readStyle('motion.css')).toMatch(
    /@media \(prefers-reduced-motion: reduce\) \{\s*\*,\s*::before,\s*::after \{\s*animation: none !important;\s*transition: none !important;/,
  );
});
