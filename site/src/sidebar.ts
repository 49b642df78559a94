import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseFileLink, findHrefs } from './links.ts';
import { addressOf, readTitle, type Page } from './pages.ts';

/** An entry of VitePress's sidebar: a link, or a heading with links below it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/** Order of folders; `*` matches all others. */
const FOLDER_ORDER = [
  'tutorial',
  '*',
  'reference',
  'api',
  'examples',
  'packages',
  'bench',
  'tools',
  'contributing',
  'project',
];

/** Headings of folders without an index page, if they differ from the folder's name. */
const HEADINGS: Readonly<Record<string, string>> = { guide: 'Guides', bench: 'Benchmarks' };

/** Lists every page of the site by folder, except pages for linked files. */
export function createSidebar(root: string, pages: readonly Page[]): SidebarItem[] {
  const listed = pages.filter(({ path }) => !path.startsWith('files/'));
  const rank = (folder: string): number => FOLDER_ORDER.indexOf(FOLDER_ORDER.includes(folder) ? folder : '*');
  const folders = foldersBelow('.', listed).toSorted((a, b) => rank(a) - rank(b));
  const index = listed.find(({ path }) => path === 'index.md');
  const overview = pagesIn('.', listed).filter((page) => page !== index);
  return [
    {
      text: 'Overview',
      items: [...createItems(root, index && [index]), ...createItems(root, overview, index)],
    },
    ...folders.map((folder) => createGroup(root, folder, listed)),
  ];
}

/** The group of a folder: its pages, then its subfolders. */
function createGroup(root: string, folder: string, pages: readonly Page[]): SidebarItem {
  const index = pages.find(({ path }) => path === `${folder}/index.md` || path === `${folder}.md`);
  const folders = foldersBelow(folder, pages);
  const directPages = pagesIn(folder, pages).filter(
    ({ path }) => path !== index?.path && !folders.includes(path.replace(/\.md$/, '')),
  );
  const name = basename(folder);
  return {
    text: index ? readTitle(root, index) : (HEADINGS[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}`),
    // In VitePress, the heading of a collapsible group contains a button, so the heading itself must be a
    // link.
    ...(index && { link: addressOf(index.path), collapsed: true }),
    items: [
      ...createItems(root, directPages, index),
      ...folders.map((each) => createGroup(root, each, pages)),
    ],
  };
}

/** Sorts pages by the order of their links on the index page; other pages follow, sorted by title. */
function createItems(root: string, pages: readonly Page[] = [], index?: Page): SidebarItem[] {
  const hrefs = index ? findHrefs(readFileSync(join(root, index.source), 'utf8')) : [];
  const linked = hrefs.map((href) => parseFileLink(index!.source, href)?.file);
  const rank = ({ source }: Page): number => {
    const place = linked.indexOf(source);
    return place < 0 ? linked.length : place;
  };
  return pages
    .map((page) => ({ rank: rank(page), text: readTitle(root, page), link: addressOf(page.path) }))
    .toSorted((a, b) => a.rank - b.rank || a.text.localeCompare(b.text, 'en'))
    .map(({ text, link }) => ({ text, link }));
}

function pagesIn(folder: string, pages: readonly Page[]): readonly Page[] {
  return pages.filter(({ path }) => dirname(path) === folder);
}

/** The direct subfolders of `folder` that contain pages at any depth. */
function foldersBelow(folder: string, pages: readonly Page[]): readonly string[] {
  const start = folder === '.' ? '' : `${folder}/`;
  const found = pages
    .filter(({ path }) => path.startsWith(start) && path.slice(start.length).includes('/'))
    .map(({ path }) => start + path.slice(start.length).split('/')[0]!);
  return [...new Set(found)].toSorted();
}
