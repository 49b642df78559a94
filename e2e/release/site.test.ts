/** Builds the documentation site and visits every page with a browser. */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPages } from '../../site/src/pages.ts';
import { violationsOn } from '../axe.ts';
import { openTab, shareBrowser } from '../browser.ts';
import { createAuditSample, isGenerated, isSourceFile } from './audit-sample.ts';
import { deadLinks, untilHydrated, visit, type VisitedPage } from './site-page.ts';
import { serveFolder, type StaticServer } from './static-server.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const site = join(root, 'site');
const dist = join(site, 'dist');
const MINUTE = 60_000;

const shared = shareBrowser();
let server: StaticServer;
const visited: VisitedPage[] = [];

const run = (command: string, ...args: string[]): Promise<unknown> =>
  promisify(execFile)(command, args, { cwd: root, timeout: 30 * MINUTE, maxBuffer: 2 ** 26 });

/** Opens a tab whose themes change without a transition. */
async function openSiteTab(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openTab(shared.browser, { reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(2 * MINUTE);
  return page;
}

/** Saves a screenshot if WRIT_SCREENSHOTS specifies a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const to = process.env['WRIT_SCREENSHOTS'];
  if (to === undefined) return;
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`) });
}

/** Paths of all built pages, as in links. */
function builtPaths(): readonly string[] {
  const files = globSync('**/*.html', { cwd: dist }).filter((file) => file !== '404.html');
  return files.map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`).toSorted();
}

/** The size of a page's file. */
const sizeOf = (path: string): number =>
  statSync(join(dist, path.endsWith('/') ? `${path}index.html` : path)).size;

const sample = createAuditSample();

/**
 * Visits all pages, two at a time. The generated pages come last, the smallest first, so that the sample contains small
 * ones.
 */
async function visitAll(): Promise<void> {
  const paths = builtPaths()
    .toSorted(
      (one, other) => Number(isGenerated(one)) - Number(isGenerated(other)) || sizeOf(one) - sizeOf(other),
    )
    .values();
  const work = async (): Promise<void> => {
    const page = await openSiteTab();
    for (const path of paths) visited.push(await visit(page, server.address, path, sample));
    await page.close();
  };
  await Promise.all([work(), work()]);
}

beforeAll(async () => {
  await run('npm', 'run', 'docs:build');
  server = await serveFolder(dist);
  await visitAll();
}, 40 * MINUTE);

afterAll(() => server?.[Symbol.asyncDispose]());

describe('the documentation site', () => {
  it('has a page for each page in docs/ and each published module', () => {
    const expected = findPages(root).map(({ path }) => `/${path.replace(/(^|\/)index\.md$|\.md$/, '$1')}`);
    const built = builtPaths().map((path) => path.replace(/\.html$/, ''));
    expect(built.toSorted()).toEqual(expected.toSorted());
    expect(expected).toContain('/api/http/kernel');
  });

  it('has no page with script errors, accessibility violations or horizontal scrolling', () => {
    expect(visited.length).toBeGreaterThan(100);
    expect(visited.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('has no dead links', () => {
    expect(visited.flatMap(({ links }) => links).length).toBeGreaterThan(1000);
    expect(deadLinks(visited)).toEqual([]);
  });

  it('would report a dead link, a script error, a colour without contrast and an element that is too wide', async () => {
    const path = builtPaths().find((each) => each.startsWith('/api/http/'))!;
    const page = await openSiteTab();
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/--shiki-dark:#\w+/, '--shiki-dark:#222222')
        .replace('<p>', '<p style="width: 500px"><a href="/absent.html">absent</a>')
        .replace('</body>', '<script>console.error("planted")</script></body>');
      await route.fulfill({ response, body });
    });
    const faulty = await visit(page, server.address, path, sample);
    expect(faulty.findings).toEqual([
      `${path}: console: planted`,
      expect.stringMatching(/: scrolls sideways: \d+ px wide at 360 px$/),
      expect.stringContaining(': dark: color-contrast at '),
    ]);
    expect(deadLinks([...visited, faulty])).toContain(`${path}: /absent.html leads to no page`);
    await page.close();
  });

  it('would report a source file whose page differs from its HTML file or has no script', async () => {
    const [first, second, third] = builtPaths().filter(isSourceFile) as [string, string, string];
    const page = await openSiteTab();
    await page.route(`**${second}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('</code>', ' </code>') });
    });
    const script = `/assets/${third.slice(1).replaceAll('/', '_').replace('.html', '.md')}`;
    await page.route(`**${script}.*.js`, (route) => route.fulfill({ status: 404 }));
    await visit(page, server.address, first, sample);
    const different = await visit(page, server.address, second, sample);
    expect(different.findings).toEqual([`${second}: its content differs from its file`]);
    page.setDefaultTimeout(5_000);
    await expect(visit(page, server.address, third, sample)).rejects.toThrow('Timeout');
    await page.close();
  });

  it('finds a page by its words, in a dialog that is accessible in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openSiteTab({ colorScheme });
      await page.goto(`${server.address}/`);
      await untilHydrated(page);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('power failure');
      await page.locator('.results a[href*="/guide/installer/resume"]').first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await picture(page, `search-${colorScheme}`);
      await page.close();
    }
  });

  it('has a search index that contains the words of code blocks, but no source files', () => {
    const [file = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: dist });
    const index = readFileSync(join(dist, file), 'utf8');
    expect(index).toContain('/guide/installer/resume.html#');
    // Only code contains this name.
    expect(index).toContain('readfilesync');
    expect(index).not.toContain('/files/');
  });

  it('works on a phone, with its menu', async () => {
    const page = await openSiteTab({ viewport: { width: 360, height: 740 } });
    await page.goto(`${server.address}/guide/installer/resume.html`);
    await untilHydrated(page);
    await picture(page, 'phone');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Mirrors', exact: true }).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'phone-menu');
    await page.close();
  });

  it("contains neither the build folder's path nor a registry", () => {
    const named = globSync('**/*.{html,js,json,css}', { cwd: dist }).filter((file) => {
      const text = readFileSync(join(dist, file), 'utf8');
      return text.includes(root) || /https?:\/\/registry\./.test(text);
    });
    expect(named).toEqual([]);
  });

  it('is built by code that passes the type check', async () => {
    await run('node', 'site/node_modules/typescript/bin/tsc', '-p', 'site');
  });
});
