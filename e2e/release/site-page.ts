import type { Page } from 'playwright-core';

/** What axe reports of a rule that a page breaks; the parts that are read here. */
interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

declare const axe: { run: (root: Document, options: object) => Promise<AxeReport> };

/** A page of the site, as a browser shows it. */
export interface VisitedPage {
  /** `/guide/installer/`: its address without the origin. */
  readonly path: string;
  /** Everything that is wrong with it, one finding a line. */
  readonly findings: readonly string[];
  /** The targets of its links, without the origin, those of other sites left out. */
  readonly links: readonly string[];
  /** What a fragment can name. */
  readonly ids: ReadonlySet<string>;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** The rules that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Looks at a page in light, in dark and on a phone; axe-core is in it. */
export async function visit(page: Page, address: string, path: string): Promise<VisitedPage> {
  const findings: string[] = [];
  const report = (finding: string): number => findings.push(`${path}: ${finding}`);
  page.removeAllListeners();
  page.on('pageerror', (error) => report(`error of a script: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()} for ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Pages fetched ahead are given up when the browser leaves.
    const { errorText } = request.failure()!;
    if (errorText !== 'net::ERR_ABORTED') report(`${errorText} for ${request.url()}`);
  });
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
  // The switch of the theme gets its name once the page is hydrated.
  await page.locator('.VPSwitchAppearance[title]:not([title=""])').first().waitFor({ state: 'attached' });
  for (const violation of await violations(page)) report(`light: ${violation}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor({ state: 'attached' });
  for (const violation of await violations(page, { runOnly: COLOURS })) report(`dark: ${violation}`);
  await page.setViewportSize(PHONE);
  for (const violation of await violations(page, { rules: { 'color-contrast': { enabled: false } } })) {
    report(`phone: ${violation}`);
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

/** What axe-core finds in the page as it is now, one a line. */
export async function violations(page: Page, options: object = {}): Promise<readonly string[]> {
  // A colour on its way from one theme to the other is neither.
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

/** Links whose page or anchor the site does not have, one a line. */
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
