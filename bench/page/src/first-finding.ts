import type { Browser, Page } from 'playwright-core';

/** Types a mistake into a configuration and measures when its finding is painted, in each run again. */
export async function measureFirstFinding(
  browser: Browser,
  address: string,
  configuration: string,
  runs: number,
): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.goto(address);
  await page.locator('#plan', { hasText: 'plan ' }).waitFor();
  await page.getByRole('textbox', { name: 'Configuration' }).fill(configuration);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    times.push(await typeMistake(page));
    await page.keyboard.press('Backspace');
  }
  await page.close();
  return times;
}

/** Adds a letter to the boot loader in the second line. Returns the milliseconds until its finding is painted. */
async function typeMistake(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Configuration' }).focus();
  for (const key of ['Control+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  const painted = await page.evaluateHandle(() => {
    const pressed = new Promise<number>((resolve) => {
      addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
    });
    const measure = async (): Promise<number> => {
      const start = await pressed;
      while (document.querySelector('#findings button') === null)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      // The frame that contains the finding has been painted when the next one begins.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    };
    // In an object, because a promise as the result would be awaited before the key is pressed.
    return { time: measure() };
  });
  await page.keyboard.press('x');
  return painted.evaluate(({ time }) => time);
}
