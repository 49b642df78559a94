import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Markdown file in the workspace that is a page of the site. Paths are relative. */
export interface Page {
  /** Path in the workspace: `docs/guide/installer/README.md`. */
  readonly source: string;
  /** Path on the site: `guide/installer/index.md`. */
  readonly path: string;
}

/** Folders of generated Markdown, relative to the root of the workspace. */
export const API = 'site/api';
export const FILES = 'site/files';

/** Paths on the site, by patterns for source paths. The first match applies. */
const SITE_PATHS: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^docs\/(.*\/)?README\.md$/, '$1index.md'],
  [/^docs\/(.*)$/, '$1'],
  [/^((?:packages|examples|bench|tools)\/[^/]+)\/README\.md$/, '$1.md'],
  [/^((?:packages|examples|bench|tools)\/[^/]+\/[^/]+)$/, '$1'],
  [/^bench\/RESULTS\.md$/, 'bench/results.md'],
  [/^([A-Z]+\.md)$/, 'project/$1'],
  [/^site\/api\/(?:@writ\/)?(.*)$/, 'api/$1'],
  [/^site\/(files\/.*)$/, '$1'],
];

const PATTERNS = [
  'docs/**/*.md',
  '{packages,examples,bench,tools}/*/*.md',
  'bench/*.md',
  '[A-Z]*.md',
  `{${API},${FILES}}/**/*.md`,
];

/** Lists every page of the site, sorted by source, including generated ones that exist. */
export function findPages(root: string): readonly Page[] {
  const sources = globSync(PATTERNS, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return sources.toSorted().map((source) => ({ source, path: sitePath(source) }));
}

function sitePath(source: string): string {
  const [pattern, path] = SITE_PATHS.find(([candidate]) => candidate.test(source)) ?? [];
  if (pattern === undefined || path === undefined) throw new Error(`${source} has no path on the site`);
  return source.replace(pattern, path).replace(/^project\/.*/, (name) => name.toLowerCase());
}

/** The address of a page, without extension: `/guide/installer/` for `guide/installer/index.md`. */
export function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}

/** The first heading of a page as plain text. Throws an error for a page without a heading. */
export function readTitle(root: string, { source }: Page): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${source} has no heading`);
  return title.replaceAll(/[`*\\]|\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
