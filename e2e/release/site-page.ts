import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { COLOUR_RULES, violationsOn } from '../axe.ts';
import { isSourceFile, type AuditSample } from './audit-sample.ts';
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

/** Selectors of the parts of a page that are alike on all pages of a section. */
const LAYOUT = ['.VPNav', '.VPLocalNav', '.VPSidebar'];

const WITHOUT_COLOURS = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]));

/** Whether a warning is about a preloaded file that the page uses late, which happens only on a busy machine. */
const isLatePreload = (text: string): boolean =>
  /was preloaded using link preload but not used within a few seconds/.test(text);

/** Waits until the buttons of a page work. Before its scripts have run, the page ignores clicks. */
export async function untilHydrated(page: Page): Promise<void> {
  // Hydration labels the theme switch.
  await page.locator('.VPSwitchAppearance[title]:not([title=""])').first().waitFor({ state: 'attached' });
}

/** Opens a page like a click on a link: the layout and its scripts remain. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  // The content has the path of the page as a class.
  const name = path.replaceAll(/[./]+/g, '_').replace(/_html$/, '');
  await page.locator(`.vp-doc[class~="${name}"]`).waitFor({ state: 'attached' });
}

/** Whether the content of the displayed page differs from its HTML file, which hydration would report. */
const differsFromFile = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const text = await (await fetch(location.pathname)).text();
    const built = new DOMParser().parseFromString(text, 'text/html');
    const [shown, loaded] = [document, built].map((each) => each.querySelector('.vp-doc')?.innerHTML);
    return shown !== loaded;
  });

/**
 * Visits a page at the width of a phone. The page of a source file, which is only a heading and a block of code, is opened
 * like a click on a link if the tab displays another one; all other pages are loaded.
 *
 * As far as the page is in the sample, also checks it with axe-core, without the parts of the layout unless the layout is
 * checked: its content without the colours; or, at the width of a phone, the rules that depend on the width (all rules
 * with the layout) and, at the width of a desktop, all rules in the light theme and those that depend on colours in the
 * dark theme.
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
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  if (isSourceFile(path) && isSourceFile(new URL(page.url()).pathname)) {
    await followLink(page, path);
    if (await differsFromFile(page)) report('its content differs from its file');
  } else {
    await page.goto(`${address}${path}`);
    await untilHydrated(page);
  }
  await page.evaluate(() => document.fonts.ready);
  const { width, links, ids } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  if (width > PHONE.width) report(`scrolls sideways: ${width} px wide at ${PHONE.width} px`);
  const { content, looks, layout } = sample(path, await contentKinds(page));
  const audit = async (name: string, options: RunOptions): Promise<void> => {
    const violations = await violationsOn(page, options, layout ? [] : LAYOUT);
    for (const violation of violations) report(`${name}: ${violation}`);
  };
  if (looks) {
    await audit('phone', layout ? {} : { runOnly: WIDTH_RULES });
    await page.setViewportSize(DESKTOP);
    await audit('light', {});
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor({ state: 'attached' });
    await audit('dark', { runOnly: COLOUR_RULES });
  } else if (content) await audit('content', { rules: WITHOUT_COLOURS });
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
