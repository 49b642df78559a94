import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { COLOUR_RULES, violationsOn } from '../axe.ts';
import type { AuditSample } from './audit-sample.ts';
import { contentKinds } from './content-kinds.ts';

/** A page of the site in a browser. */
export interface VisitedPage {
  /** Path such as `/guide/installer/`, without the origin. */
  readonly path: string;
  /** Problems of the page, one per line. */
  readonly findings: readonly string[];
  /** Targets of the page's links within the site, without the origin. */
  readonly links: readonly string[];
  /** Element IDs of the page, the targets of fragments. */
  readonly ids: ReadonlySet<string>;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** The rule that depends on the width of the content: a block of code may scroll only in a narrow window. */
const WIDTH_RULES = ['scrollable-region-focusable'];

const WITHOUT_COLOURS = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]));

/** Whether a warning is about a preloaded file that the page uses late, which happens only on a busy machine. */
const isLatePreload = (text: string): boolean =>
  /was preloaded using link preload but not used within a few seconds/.test(text);

/** Waits until the buttons of a page work. Before its scripts have run, the page ignores clicks. */
export async function untilHydrated(page: Page): Promise<void> {
  // Hydration labels the theme switch.
  await page.locator('.VPSwitchAppearance[title]:not([title=""])').first().waitFor({ state: 'attached' });
}

/**
 * Visits a page at the width of a desktop and of a phone. As far as the page is in the sample, also checks it with
 * axe-core: in the light theme with all rules, in the dark theme with those that depend on colours, and at the width of a
 * phone with those that depend on the width, or with all rules if the layout is checked.
 */
export async function visit(
  page: Page,
  address: string,
  path: string,
  sample: AuditSample,
): Promise<VisitedPage> {
  const findings: string[] = [];
  const report = (finding: string): number => findings.push(`${path}: ${finding}`);
  page.removeAllListeners();
  page.on('pageerror', (error) => report(`error of a script: ${error.message}`));
  page.on('console', (message) => {
    if (isLatePreload(message.text())) return;
    if (['error', 'warning'].includes(message.type())) report(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()} for ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // The browser aborts prefetching when it leaves the page.
    const { errorText } = request.failure()!;
    if (errorText !== 'net::ERR_ABORTED') report(`${errorText} for ${request.url()}`);
  });
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${address}${path}`);
  await untilHydrated(page);
  await page.evaluate(() => document.fonts.ready);
  const { content, looks, layout } = sample(path, await contentKinds(page));
  const audit = async (name: string, options: RunOptions): Promise<void> => {
    for (const violation of await violationsOn(page, options)) report(`${name}: ${violation}`);
  };
  if (content) await audit('light', looks ? {} : { rules: WITHOUT_COLOURS });
  if (looks) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor({ state: 'attached' });
    await audit('dark', { runOnly: COLOUR_RULES });
  }
  await page.setViewportSize(PHONE);
  if (looks) await audit('phone', layout ? {} : { runOnly: WIDTH_RULES });
  const { width, links, ids } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  if (width > PHONE.width) report(`scrolls sideways: ${width} px wide at ${PHONE.width} px`);
  const own = links.filter((link) => link.startsWith(`${address}/`));
  return { path, findings, links: own.map((link) => link.slice(address.length)), ids: new Set(ids) };
}

/** Dead links, one per line. */
export function deadLinks(pages: readonly VisitedPage[]): readonly string[] {
  const ids = new Map(pages.map((page) => [page.path, page.ids]));
  return pages.flatMap(({ path, links }) =>
    [...new Set(links)].flatMap((link) => {
      const [target = '', fragment = ''] = link.split('#');
      const found = ids.get(target);
      if (found === undefined) return [`${path}: ${link} leads to no page`];
      const missing = fragment !== '' && !found.has(decodeURIComponent(fragment));
      return missing ? [`${path}: ${link} leads to a page without that anchor`] : [];
    }),
  );
}
