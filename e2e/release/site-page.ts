import type { Page } from 'playwright-core';

/** A violation in axe's format; only the properties that the tests use. */
interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

declare const axe: { run: (root: Document, options: object) => Promise<AxeReport> };

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
/** axe rules that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Whether a warning is about a preloaded file that the page uses late, which happens only on a busy machine. */
const isLatePreload = (text: string): boolean =>
  /was preloaded using link preload but not used within a few seconds/.test(text);

/** Waits until the buttons of a page work. Before its scripts have run, the page ignores clicks. */
export async function untilHydrated(page: Page): Promise<void> {
  // Hydration labels the theme switch.
  await page.locator('.VPSwitchAppearance[title]:not([title=""])').first().waitFor({ state: 'attached' });
}

/**
 * Visits a page at the width of a desktop and of a phone.
 *
 * @param isAudited whether to check the page with axe-core, in both themes and at both widths
 */
export async function visit(
  page: Page,
  address: string,
  path: string,
  isAudited: boolean,
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
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
  await untilHydrated(page);
  if (isAudited) for (const violation of await violations(page)) report(`light: ${violation}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor({ state: 'attached' });
  if (isAudited)
    for (const violation of await violations(page, { runOnly: COLOURS })) report(`dark: ${violation}`);
  await page.setViewportSize(PHONE);
  if (isAudited) {
    const options = { rules: { 'color-contrast': { enabled: false } } };
    for (const violation of await violations(page, options)) report(`phone: ${violation}`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > PHONE.width) report(`scrolls sideways: ${wide} px wide at ${PHONE.width} px`);
  const { links, ids } = await page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  const own = links.filter((link) => link.startsWith(`${address}/`));
  return { path, findings, links: own.map((link) => link.slice(address.length)), ids: new Set(ids) };
}

/** Violations on the current page, one per line. */
export async function violations(page: Page, options: object = {}): Promise<readonly string[]> {
  // Disable colour transitions between themes.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  const report = await page.evaluate(
    (given) => axe.run(document, { preload: false, resultTypes: ['violations'], ...given }),
    options,
  );
  return report.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
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
