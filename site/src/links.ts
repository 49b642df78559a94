import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { addressOf, FILES, type Page } from './pages.ts';

/** A link of a page to a file of the workspace. */
export interface FileLink {
  /** Relative to the root of the workspace. */
  readonly file: string;
  /** With its `#`; empty when the link has none. */
  readonly fragment: string;
}

/** Undefined for an address with a scheme, one of the site's own root, and a fragment of the same page. */
export function parseFileLink(source: string, href: string): FileLink | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(href)) return undefined;
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/.exec(href) ?? [];
  return { file: normalize(join(dirname(source), decodeURIComponent(path))), fragment };
}

/** The page that shows a file which is no page itself. A bracket in a name would make it a dynamic route. */
export function filePage(file: string): Page {
  const name = file.replaceAll(/[[\]]/g, '_');
  return { source: `${FILES}/${name}.md`, path: `files/${name}.md` };
}

/** Replaces links to files by addresses of the site, for the pages that it has. */
export function createLinks(pages: readonly Page[]): (source: string, href: string) => string {
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  return (source, href) => {
    const link = parseFileLink(source, href);
    if (link === undefined) return href;
    const { file, fragment } = link;
    const path = paths.get(file) ?? paths.get(join(file, 'README.md'));
    const shown = paths.get(filePage(file).source);
    // VitePress takes the ending of the file for that of the address.
    if (path === undefined && shown !== undefined) return `${addressOf(shown)}.html`;
    if (path === undefined) throw new Error(`${source}: ${href} leads to no page and no file`);
    return `${addressOf(path)}${fragment}`;
  };
}

/** The files and folders that pages link to and that are no pages, sorted. Throws for a link that leads to nothing. */
export function linkedFiles(root: string, pages: readonly Page[]): readonly string[] {
  const sources = new Set(pages.map(({ source }) => source));
  const files = new Set<string>();
  for (const { source } of pages) {
    for (const href of findHrefs(readFileSync(join(root, source), 'utf8'))) {
      const file = parseFileLink(source, href)?.file;
      if (file === undefined || sources.has(file) || sources.has(join(file, 'README.md'))) continue;
      if (!existsSync(join(root, file))) {
        throw new Error(`${source}: ${href} leads to no page and no file`);
      }
      files.add(file);
    }
  }
  return [...files].toSorted();
}

/** What the links of a page of Markdown lead to, without those in code and those of images. */
export function findHrefs(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^(```+)[^]*?^\1$/gm, '').replaceAll(/(`+)[^`][^]*?\1/g, '');
  return [...prose.matchAll(/(?<!!)\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
}
