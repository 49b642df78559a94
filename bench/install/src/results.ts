import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));

/** Replaces the results of a set in the benchmark's README. */
export function writeResults(set: string, results: string): void {
  writeFileSync(readme, replaceResults(readFileSync(readme, 'utf8'), set, results));
}

/** Replaces the section of a set, up to the next heading; adds it if there is none. */
export function replaceResults(page: string, set: string, results: string): string {
  const heading = `### Set ${set}\n`;
  const start = page.indexOf(heading);
  const section = `${heading}\n${results}\n`;
  if (start === -1) return `${page.trimEnd()}\n\n${section}`;
  const next = page.slice(start + heading.length).search(/^#{1,3} /m);
  return next === -1
    ? `${page.slice(0, start)}${section}`
    : `${page.slice(0, start)}${section}\n${page.slice(start + heading.length + next)}`;
}
