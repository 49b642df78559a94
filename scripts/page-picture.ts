/**
 * Writes docs/images/page.png, a browser's screenshot of the install service's page: a configuration as form and text,
 * with a finding, its plan and the effect of an edit. Needs root and Debian's chromium (scripts/debian).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const root = resolve(fileURLToPath(import.meta.url), '../..');
/** Milliseconds for each state of the page; the first one includes building the demonstration mirror. */
const LIMIT = 10 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'writ-picture-'));
let browser: Browser | undefined;
const serve = [process.execPath, join(root, 'packages/cli/bin/writ.js'), 'serve', '--port', '0'];
// The page shows the path of the images folder, so the temporary folder is mounted at /srv.
const service = spawn(
  'unshare',
  ['--mount', 'sh', '-c', 'mount --bind "$0" /srv && exec "$@"', folder, ...serve],
  {
    env: { ...process.env, WRIT_STATE: '/srv/state', WRIT_IMAGES: '/srv/images' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  let address: string | undefined;
  for await (const line of createInterface(service.stdout)) {
    address = /http:\S+/u.exec(line)?.[0];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error('writ serve ended without an address');
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  const page = await browser.newPage({
    viewport: { width: 1620, height: 960 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(LIMIT);
  await page.goto(address);
  await showEdit(page);
  await page.screenshot({ path: join(root, 'docs/images/page.png') });
} finally {
  await browser?.close();
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

/** Shows a configuration with a finding, and the effect of adding a package to it. */
async function showEdit(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Configuration' });
  // The example contains the address of the mirror once the mirror is served.
  await page.locator('.notices').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Keep the current text' }).click();
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await page.getByRole('tab', { name: 'Software' }).click();
  const before = shortenLines(await page.locator('#text').inputValue());
  await text.fill(before);
  await page.locator('#findings li').waitFor();
  await page.locator('.plan-facts', { hasText: 'MB' }).waitFor();
  await text.fill(before.replace('"openssh"', '"openssh", "nginx"'));
  await page.locator('.edit-effect', { hasText: /\d [kM]B/u }).waitFor();
  await text.blur();
}

/** Formats the example so that the editor shows every line in full, without the password of its user. */
function shortenLines(example: string): string {
  return example
    .replace(/\{\s*"Demonstration": \{ ("http[^"]+": true) \}\s*\}/u, '{ "Demonstration": {\n    $1\n  } }')
    .replace(
      '{ "username": "ada", "!password": "demo-ada", "sudo": true }',
      '{ "username": "ada", "sudo": true }',
    )
    .replace(/\[("echo[^\]]*")\]/u, '[\n    $1\n  ]');
}
