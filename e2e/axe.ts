/** Checks the displayed page with axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on the colours, which are all that a dark theme changes. */
export const COLOUR_RULES: string[] = ['color-contrast', 'link-in-text-block'];

/** Lists the violations on the displayed page outside the excluded elements, which are selectors; one per line. */
export async function violationsOn(
  page: Page,
  options: RunOptions = {},
  exclude: readonly string[] = [],
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ([excluded, given]) => {
      const { axe: checker } = globalThis as unknown as {
        readonly axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
      };
      const results = await checker.run(
        { exclude: excluded.map((selector) => [selector]) },
        { ...given, resultTypes: ['violations'], preload: false },
      );
      // The results also contain all elements that passed, which are many on a long page.
      return results.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => ({ target: target.join(' '), failureSummary })),
      }));
    },
    [exclude, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} at ${target}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
