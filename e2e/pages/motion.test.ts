/** Tests in a real browser that changes of the plan and of the progress are animated, unless the user prefers reduced motion. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, fillText, openTab, textOf } from '../browser.ts';
import { holdInstallation, serveOutput, servePage } from './output-service.ts';

const held = holdInstallation();
const tested = servePage(() => serveOutput(10, undefined, { install: held.install }));
afterAll(() => held.end());

/** Opens the page, and lists its animations: each with the class or the ID of its element. */
async function openPage(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
  const page = await openTab(tested.browser, { reducedMotion });
  await page.addInitScript(() => {
    const animations: string[] = [];
    Object.assign(globalThis, { animations });
    const add = (name: string, target: EventTarget | null): void => {
      if (target instanceof Element) {
        animations.push(`${name} of ${target.parentElement?.className ?? ''} ${target.className}`);
      }
    };
    addEventListener('transitionrun', (event) => add(event.propertyName, event.target), true);
    addEventListener('animationstart', (event) => add(event.animationName, event.target), true);
  });
  await page.goto(tested.service.address());
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  return page;
}

const animationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { readonly animations: string[] }).animations);

/** Adds a partition, which shrinks the others in the picture of the disk. */
async function addPartition(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const swap = '"x-writ": { "swap": { "kind": "partition", "size": "2GiB" } },\n  "hostname"';
  await fillText(page, (await textOf(page)).replace('"hostname"', swap));
  await page.locator('.disk-parts').getByText('swap').first().waitFor();
}

/** Shows an installation whose progress changes. */
async function watchProgress(page: Page, image: string): Promise<void> {
  const id = await tested.service.start(image);
  await page.goto(new URL(`/installs/${id}`, page.url()).href);
  await page.locator('#step', { hasText: 'Wait' }).waitFor();
  const widthOf = (): Promise<number> =>
    page
      .locator('#progress')
      .evaluate((bar) => bar.firstElementChild!.getBoundingClientRect().width / bar.clientWidth);
  for (const total of [0.25, 0.75]) {
    held.report(total);
    await page.getByRole('progressbar', { name: 'Installation progress' }).waitFor();
    await eventually(() => page.locator('#progress').getAttribute('aria-valuenow')).toBe(`${total * 100}`);
    await eventually(widthOf).toBeCloseTo(total, 2);
  }
}

describe('motion on the page', () => {
  it('accompanies changes of the disk in a plan, and of the progress of an installation', async () => {
    const page = await openPage('no-preference');
    await addPartition(page);
    const parts = page.locator('.disk-parts li');
    await eventually(() => animationsOf(page)).toContainEqual(
      expect.stringMatching(/^flex-grow of disk-parts/),
    );
    await eventually(() => animationsOf(page)).toContainEqual(expect.stringMatching(/^appear of disk-parts/));
    await eventually(() =>
      parts.evaluateAll((all) => all.flatMap((part) => part.getAnimations()).length),
    ).toBe(0);
    await watchProgress(page, 'moving.img');
    await eventually(() => animationsOf(page)).toContain('width of  meter-fill');
    held.end();
    await page.close();
  });

  it('is absent if the user prefers reduced motion', async () => {
    const page = await openPage('reduce');
    await addPartition(page);
    expect(await animationsOf(page)).toEqual([]);
    await watchProgress(page, 'still.img');
    expect(await animationsOf(page)).toEqual([]);
    held.end();
    await page.close();
  });
});
