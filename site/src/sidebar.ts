import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseFileLink, findHrefs } from './links.ts';
import { addressOf, readTitle, type Page } from './pages.ts';

/** What VitePress shows beside a page: a link, or a heading with links below it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/** The order of folders; those that are not named here follow the tutorial. */
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

/** Headings of folders without an index page that are more than the folder's name. */
const HEADINGS: Readonly<Record<string, string>> = { guide: 'Guides', bench: 'Benchmarks' };

/** Every page of the site, by folder, but those that only show a file. */
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

/** A folder: its pages, then the folders in it. */
function createGroup(root: string, folder: string, pages: readonly Page[]): SidebarItem {
  const index = pages.find(({ path }) => path === `${folder}/index.md` || path === `${folder}.md`);
  const folders = foldersBelow(folder, pages);
  const own = pagesIn(folder, pages).filter(
    ({ path }) => path !== index?.path && !folders.includes(path.replace(/\.md$/, '')),
  );
  const name = basename(folder);
  return {
    text: index ? readTitle(root, index) : (HEADINGS[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}`),
    // The heading of a group that opens is a button in VitePress, which may not hold another one: it has to be a link.
    ...(index && { link: addressOf(index.path), collapsed: true }),
    items: [...createItems(root, own, index), ...folders.map((each) => createGroup(root, each, pages))],
  };
}

/** In the order in which the index page links them; those that it does not link follow by title. */
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

/** The folders directly in `folder` that hold pages, at any depth. */
function foldersBelow(folder: string, pages: readonly Page[]): readonly string[] {
  const start = folder === '.' ? '' : `${folder}/`;
  const found = pages
    .filter(({ path }) => path.startsWith(start) && path.slice(start.length).includes('/'))
    .map(({ path }) => start + path.slice(start.length).split('/')[0]!);
  return [...new Set(found)].toSorted();
}
