/**
 * Writes docs/images/page.png, a browser's screenshot of the install service's page with its example. Needs
 * Debian's chromium (scripts/debian).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-picture-'));
let browser: Browser | undefined;
const service = spawn(process.execPath, [join(root, 'packages/cli/bin/writ.js'), 'serve', '--port', '0'], {
  env: { ...process.env, WRIT_STATE: join(folder, 'state'), WRIT_IMAGES: join(folder, 'images') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
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
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  await page.goto(address);
  await page.locator('#plan', { hasText: '.img' }).waitFor({ timeout: 60_000 });
  await page.screenshot({ path: join(root, 'docs/images/page.png') });
} finally {
  await browser?.close();
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
