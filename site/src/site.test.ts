import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createLinks, findHrefs, linkedFiles, parseFileLink } from './links.ts';
import { addressOf, findPages } from './pages.ts';
import { createSidebar, type SidebarItem } from './sidebar.ts';
import { slugify } from './slug.ts';

const workspace = resolve(fileURLToPath(import.meta.url), '../../..');

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Creates a workspace with these files. */
function workspaceOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'writ-site-'));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

function linksIn(items: readonly SidebarItem[]): readonly string[] {
  return items.flatMap(({ link, items: below = [] }) => [...(link ? [link] : []), ...linksIn(below)]);
}

/** The anchors of the headings on a page; a repeated heading gets a number. */
function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const prose = readFileSync(file, 'utf8').replaceAll(/^(```+)[^]*?^\1$/gm, '');
  for (const [, heading = ''] of prose.matchAll(/^#+ (.*)$/gm)) {
    const slug = slugify(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The links in the pages of a workspace, except generated ones, whose fragment is not the anchor of a heading. */
function linksToMissingHeadings(root: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const pages = findPages(root).filter(({ source }) => !source.startsWith('site/'));
  return pages.flatMap(({ source }) =>
    findHrefs(readFileSync(join(root, source), 'utf8'))
      .filter((href) => {
        const local = href.startsWith('#') ? { file: source, fragment: href } : parseFileLink(source, href);
        const file = [local?.file ?? '', join(local?.file ?? '', 'README.md')].find(
          (name) => name.endsWith('.md') && existsSync(join(root, name)),
        );
        if (file === undefined || !local?.fragment) return false;
        if (!anchors.has(file)) anchors.set(file, anchorsOf(join(root, file)));
        return !anchors.get(file)!.has(local.fragment.slice(1));
      })
      .map((href) => `${source}: ${href}`),
  );
}

describe('the sidebar', () => {
  it('links to every page of docs/ once', () => {
    const pages = findPages(workspace).filter(({ source }) => source.startsWith('docs/'));
    expect(pages.length).toBeGreaterThan(50);
    expect(linksIn(createSidebar(workspace, pages)).toSorted()).toEqual(
      pages.map(({ path }) => addressOf(path)).toSorted(),
    );
  });

  it('links to a new page and a new folder without code changes', () => {
    const root = workspaceOf({
      'docs/index.md': '# Start',
      'docs/tutorial/README.md': '# A tutorial\n\n- [second](b.md)\n- [first](a.md)',
      'docs/tutorial/a.md': '# Alpha',
      'docs/tutorial/b.md': '# Beta',
      'docs/tutorial/deeper/c.md': '# `Gamma`',
    });
    expect(createSidebar(root, findPages(root))).toEqual([
      { text: 'Overview', items: [{ text: 'Start', link: '/' }] },
      {
        text: 'A tutorial',
        link: '/tutorial/',
        collapsed: true,
        items: [
          { text: 'Beta', link: '/tutorial/b' },
          { text: 'Alpha', link: '/tutorial/a' },
          { text: 'Deeper', items: [{ text: 'Gamma', link: '/tutorial/deeper/c' }] },
        ],
      },
    ]);
  });

  it('lists pages for users before pages for contributors', () => {
    const root = workspaceOf({
      'CONTRIBUTING.md': '# Contributing',
      'docs/index.md': '# Start',
      'docs/contributing/README.md': '# Extending',
      'docs/guide/a.md': '# A guide',
      'docs/reference/a.md': '# A table',
      'docs/tutorial/a.md': '# A tutorial',
    });
    const headings = createSidebar(root, findPages(root)).map(({ text }) => text);
    expect(headings).toEqual(['Overview', 'Tutorial', 'Guides', 'Reference', 'Extending', 'Project']);
  });
});

describe('a link in a page', () => {
  const root = workspaceOf({
    'README.md': '# Writ',
    LICENSE: 'MIT',
    'docs/index.md': '# Start\n\n[licence](../LICENSE), `[code](none.md)`, ![picture](none.svg)',
    'docs/guide/README.md': '# Guide\n\n```md\n[code](none.md)\n```\n',
    'docs/guide/a.md': '# A\n\n[source](../../src/[id].ts)',
    'src/[id].ts': '',
  });
  const pages = findPages(root);

  it('leads to another page on the site, even if the file name is unusual', () => {
    const resolveLink = createLinks(pages);
    expect(resolveLink('docs/index.md', 'guide/README.md#first')).toBe('/guide/#first');
    expect(resolveLink('docs/index.md', 'guide')).toBe('/guide/');
    expect(resolveLink('docs/guide/a.md', '../../README.md')).toBe('/project/readme');
    expect(resolveLink('docs/guide/a.md', '#here')).toBe('#here');
    expect(resolveLink('docs/guide/a.md', 'https://nodejs.org')).toBe('https://nodejs.org');
    expect(() => resolveLink('docs/guide/a.md', 'b.md')).toThrow(
      'docs/guide/a.md: b.md leads to neither a page',
    );
  });

  it('leads to a page with the content of the file if its target is not a page, and is ignored in code', () => {
    expect(linkedFiles(root, pages)).toEqual(['LICENSE', 'src/[id].ts']);
    const shown = { source: 'site/files/src/_id_.ts.md', path: 'files/src/_id_.ts.md' };
    expect(createLinks([...pages, shown])('docs/guide/a.md', '../../src/[id].ts')).toBe(
      '/files/src/_id_.ts.html',
    );
  });

  it('causes an error with the page and the link if the file is missing', () => {
    const broken = workspaceOf({ 'docs/index.md': '# Start\n\n[gone](gone.md)' });
    expect(() => linkedFiles(broken, findPages(broken))).toThrow(
      'docs/index.md: gone.md leads to neither a page',
    );
  });

  it('with a fragment leads to an existing heading on every page of the workspace', () => {
    const broken = workspaceOf({
      'docs/index.md':
        '# Start\n\n[second](a.md#same-1) [third](a.md#same-2) [code](a.md#none) [here](#start)',
      'docs/a.md': '# Same\n\n## `Same`\n\n```md\n# None\n```\n',
    });
    expect(linksToMissingHeadings(broken)).toEqual([
      'docs/index.md: a.md#same-2',
      'docs/index.md: a.md#none',
    ]);
    expect(linksToMissingHeadings(workspace)).toEqual([]);
  });

  it('leads to an existing page or file on every page of the workspace', () => {
    expect(() => linkedFiles(workspace, findPages(workspace))).not.toThrow();
  });
});

describe('the anchor of a heading', () => {
  it.each([
    ['W1102 wrong-type', 'w1102-wrong-type'],
    ['profile.gfx_driver', 'profilegfx_driver'],
    ['What, where & `why`?', 'what-where--why'],
    ['Schlüssel', 'schlüssel'],
  ])('%j is the same as on GitHub', (heading, slug) => {
    expect(slugify(heading)).toBe(slug);
  });
});
