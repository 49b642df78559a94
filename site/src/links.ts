import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { addressOf, FILES, type Page } from './pages.ts';

/** A link from a page to a file in the workspace. */
export interface FileLink {
  /** Path relative to the root of the workspace. */
  readonly file: string;
  /** The fragment with its `#`; empty if the link has none. */
  readonly fragment: string;
}

/** Parses a link to a file; returns undefined for a URL with a scheme, an absolute path or a bare fragment. */
export function parseFileLink(source: string, href: string): FileLink | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(href)) return undefined;
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/.exec(href) ?? [];
  return { file: normalize(join(dirname(source), decodeURIComponent(path))), fragment };
}

/**
 * The path of the page that contains a file. Brackets are replaced, because VitePress would treat them as a
 * dynamic route.
 */
export function filePage(file: string): Page {
  const name = file.replaceAll(/[[\]]/g, '_');
  return { source: `${FILES}/${name}.md`, path: `files/${name}.md` };
}

/** Returns a function that replaces links to files with addresses on the site. */
export function createLinks(pages: readonly Page[]): (source: string, href: string) => string {
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  return (source, href) => {
    const link = parseFileLink(source, href);
    if (link === undefined) return href;
    const { file, fragment } = link;
    const path = paths.get(file) ?? paths.get(join(file, 'README.md'));
    const pagePath = paths.get(filePage(file).source);
    // Without .html, VitePress would mistake the file's extension for the page's extension.
    if (path === undefined && pagePath !== undefined) return `${addressOf(pagePath)}.html`;
    if (path === undefined) throw new Error(`${source}: ${href} leads to neither a page nor a file`);
    return `${addressOf(path)}${fragment}`;
  };
}

/**
 * Lists linked files and folders that are not pages, sorted. Throws an error for a link to a missing file.
 */
export function linkedFiles(root: string, pages: readonly Page[]): readonly string[] {
  const sources = new Set(pages.map(({ source }) => source));
  const files = new Set<string>();
  for (const { source } of pages) {
    for (const href of findHrefs(readFileSync(join(root, source), 'utf8'))) {
      const file = parseFileLink(source, href)?.file;
      if (file === undefined || sources.has(file) || sources.has(join(file, 'README.md'))) continue;
      if (!existsSync(join(root, file))) {
        throw new Error(`${source}: ${href} leads to neither a page nor a file`);
      }
      files.add(file);
    }
  }
  return [...files].toSorted();
}

/** Lists the link targets in a Markdown page, except targets in code and of images. */
export function findHrefs(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^(```+)[^]*?^\1$/gm, '').replaceAll(/(`+)[^`][^]*?\1/g, '');
  return [...prose.matchAll(/(?<!!)\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
}
