import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, MINUTE, openInstallations, openTab, shareBrowser, textOf } from '../browser.ts';
import { Hold } from '../kill-at.ts';

const writ = fileURLToPath(new URL('../../packages/cli/bin/writ.js', import.meta.url));

/** A running `writ serve`. */
interface Served {
  /** The printed address with a one-time code. */
  readonly address: URL;
  readonly token: string;
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly closed: Promise<unknown>;
  /** Sends the signal and returns the exit status. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

const folder = mkdtempSync(join(tmpdir(), 'writ-page-'));
const images = join(folder, 'images');
let served: Served | undefined;

const environment = { ...process.env, WRIT_STATE: join(folder, 'state'), WRIT_IMAGES: images };

async function serve(more: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, [writ, 'serve', '--port', '0'], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  let asked = false;
  child.on('close', (status, signal) => {
    if (!asked) process.stderr.write(`writ serve ended by itself (${status ?? signal}):\n${output}\n`);
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    asked = true;
    child.kill(signal);
    const [status] = await closed;
    return status;
  };
  const limit = setTimeout(() => child.kill('SIGKILL'), 5 * MINUTE);
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (!/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}$/.test(line)) continue;
    clearTimeout(limit);
    child.stdout.on('data', (text) => (output += text)).resume();
    const address = new URL(line);
    const token = readFileSync(join(folder, 'state', 'token'), 'utf8').trim();
    return { address, token, process: child, output: () => output, closed, end };
  }
  throw new Error(`writ serve ended before it listened:\n${output}`);
}

/** Restarts the service so that its first installation is held until the test releases it. */
async function serveHeld(): Promise<Hold> {
  await served?.end('SIGTERM');
  const hold = new Hold({ record: 'start', operation: 'packages', when: 'after' });
  served = await serve(hold.environment);
  return hold;
}

/** Requests another address of the running service. */
async function newAddress(): Promise<URL> {
  const { stdout } = await promisify(execFile)(process.execPath, [writ, 'serve', '--link'], {
    env: environment,
    timeout: MINUTE,
  });
  return new URL(stdout.trim());
}

/** Opens a page that collects its script errors and content security policy violations. */
async function openPage(address: URL): Promise<{ page: Page; errors: string[] }> {
  const page = await openTab(shared.browser);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== address.origin) errors.push(`asked for ${request.url()}`);
  });
  await page.goto(address.href);
  return { page, errors };
}

/** Saves a screenshot if WRIT_SCREENSHOTS specifies a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const to = process.env['WRIT_SCREENSHOTS'];
  if (to === undefined) return;
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`), fullPage: true });
}

const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Configuration' });
/** Returns the selected text of the editor, according to the selection in its shadow root. */
const selectionOf = (page: Page): Promise<string> =>
  editorOf(page).evaluate((content) =>
    String((content.getRootNode() as unknown as { getSelection(): Selection }).getSelection()),
  );

const openConfiguration = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'New installation' }).click();

/** Waits for the end of the displayed installation. Returns its state and message. */
async function ending(page: Page): Promise<string> {
  const ended = /^(?:done|failed|refused|cancelled|interrupted)/;
  const state = page.locator('#watch-state', { hasText: ended });
  await state.waitFor({ timeout: 5 * MINUTE });
  const name = await state.innerText();
  if (!/^(?:failed|refused)/.test(name)) return name;
  return `${name}: ${await page.locator('#failure').innerText()}`;
}

beforeAll(async () => {
  served = await serve();
}, 10 * MINUTE);

afterAll(async () => {
  if (served?.process.exitCode === null) await served.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const shared = shareBrowser();

describe('the page of the install service', () => {
  it('displays findings while the user types, then the plan and the progress of an installation, even after a reload', async () => {
    const { page, errors } = await openPage(served!.address);
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    await page.locator('#plan', { hasText: join(images, 'demonstration.img') }).waitFor();
    await page.waitForURL(`${served!.address.origin}/`);
    await picture(page, 'ready');

    const text = editorOf(page);
    const example = await textOf(page);
    expect(example).toContain('"hostname": "demonstration"');
    await text.fill(example.replace('systemd-bootctl', 'systemd-botctl'));
    const finding = page.locator('#findings button').first();
    await eventually(() => finding.innerText()).toMatch(
      /error[\s\S]*2:17[\s\S]*systemd-botctl[\s\S]*systemd-bootctl/,
    );
    await page.locator('#install:disabled').waitFor();
    await picture(page, 'finding');
    await finding.click();
    await eventually(() => selectionOf(page)).toBe('"systemd-botctl"');
    await page.keyboard.type('"systemd-bootctl"');
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();

    const mirror = page.getByLabel('Mirror');
    // The mirror is offered as soon as the service provides it, which may be after the page has loaded.
    await page.locator('#mirror option[value="demonstration"]').waitFor({ state: 'attached' });
    await eventually(() => mirror.inputValue()).toBe('demonstration');
    await mirror.selectOption('distribution');
    await eventually(() => textOf(page)).not.toContain('127.0.0.1');
    await mirror.selectOption('demonstration');
    await eventually(async () => JSON.parse(await textOf(page))).toEqual(JSON.parse(example));

    await page.getByLabel('Image', { exact: true }).fill('../escape.img');
    await page.locator('#plan-state', { hasText: 'needs a file name' }).waitFor();
    await page.getByLabel('Image', { exact: true }).fill('page.img');
    await page.locator('#plan', { hasText: join(images, 'page.img') }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.locator('#stages li').first().waitFor();
    await page.reload();
    expect(await ending(page)).toBe('done');
    await picture(page, 'done');
    await page.locator('#percent', { hasText: '100%' }).waitFor();
    await page.locator('#failure').waitFor({ state: 'hidden' });
    await eventually(() => page.locator('#log').innerText()).toContain('\n');
    await eventually(() => page.title()).toBe('done · page.img · Writ');
    await page.waitForURL((url) => url.pathname === '/installs/1');
    expect(statSync(join(images, 'page.img')).size).toBe(8 * 1024 ** 3);

    const [output] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the output' }).click(),
    ]);
    expect(output.suggestedFilename()).toBe('installation-1.txt');
    expect(readFileSync(await output.path(), 'utf8')).toMatch(/\ndone\n$/);
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the image' }).click(),
    ]);
    expect(image.suggestedFilename()).toBe('page.img');
    await image.cancel();
    expect((await page.request.get(image.url())).status()).toBe(404);

    const rows = page.locator('#installs tbody tr');
    await openInstallations(page);
    await eventually(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/1\s+page\.img[\s\S]*done/)]);
    await openConfiguration(page);

    // An existing image is replaced only with consent, however often the button is pressed.
    const install = page.getByRole('button', { name: 'Install', exact: true });
    const question = page.getByRole('dialog', { name: 'This will be lost' });
    await page.getByLabel('Image', { exact: true }).fill('page.img');
    await page.locator('#plan', { hasText: join(images, 'page.img') }).waitFor();
    for (const again of ['Escape', 'Escape']) {
      await install.click();
      await question.waitFor();
      await question.filter({ hasText: 'is replaced when the new one is complete' }).waitFor();
      await picture(page, 'consent');
      await page.keyboard.press(again);
      await question.waitFor({ state: 'hidden' });
    }
    // An image that appears while the plan is displayed requires consent too.
    await page.getByLabel('Image', { exact: true }).fill('late.img');
    await page.locator('#plan', { hasText: join(images, 'late.img') }).waitFor();
    await pipeline(
      createReadStream(join(images, 'page.img'), { end: 4095 }),
      createWriteStream(join(images, 'late.img')),
    );
    await install.click();
    await question.waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'hidden' });
    await openInstallations(page);
    await eventually(() => rows.count()).toBe(1);
    rmSync(join(images, 'late.img'));

    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    );
    expect(kept).toContain(served!.token);
    for (const secret of ['demo-root', 'demo-ada']) expect(kept).not.toContain(secret);
    // The browser logs the refused request.
    await eventually(() => Promise.resolve(errors)).toEqual([expect.stringContaining('409 (Conflict)')]);
    await page.context().close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page, errors } = await openPage(await newAddress());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    await editorOf(page).fill('{\n  "bootloader": 1,\n  "kernels": []\n}\n');
    await page.locator('#findings button').first().waitFor();
    await editorOf(page).focus();
    await page.keyboard.press('Control+Home');
    for (const found of ['1', '[]']) {
      await page.keyboard.press('F8');
      await eventually(() => selectionOf(page)).toBe(found);
    }
    // Tab leaves the editor, for keyboard users.
    await page.keyboard.press('Tab');
    await page.locator('#sheet :focus').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Tab');
    await page.locator('#schema-editor:focus').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('completes and explains keys of the schema, and displays findings at their locations', async () => {
    using hold = await serveHeld();
    const { page, errors } = await openPage(await newAddress());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const example = await textOf(page);
    await editorOf(page).fill(example.replace(/ *"bootloader": .*\n/, ''));
    await page.locator('#findings button', { hasText: 'bootloader' }).first().waitFor();

    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"boot', { delay: 20 });
    await page.getByRole('option', { name: 'bootloader', selected: true }).waitFor();
    await page.locator('.cm-completionInfo', { hasText: 'The boot loader' }).waitFor();
    await picture(page, 'key');
    await page.waitForTimeout(150); // Completions are not accepted right after they appear.
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'grub-install' }).waitFor();
    const values = page.locator('.cm-tooltip-autocomplete').getByRole('option');
    await eventually(() => values.allInnerTexts()).toEqual(['systemd-bootctl', 'grub-install', 'efistub']);
    await picture(page, 'value');
    await page.keyboard.type('"systemd-botctl');
    await page.keyboard.press('Escape');
    // Findings about the incomplete word disappear, together with their tooltip.
    await page.locator('#findings button', { hasText: '"systemd-botctl"' }).waitFor();
    const underlined = page.locator('.cm-lintRange-error', { hasText: 'systemd-botctl' });
    await underlined.waitFor();
    await underlined.hover();
    await page.locator('.cm-diagnostic-error', { hasText: 'systemd-bootctl' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'finding-dark');
    await page.keyboard.press('F8');
    await page.keyboard.type('"systemd-bootctl"');
    await page.locator('#summary', { hasText: 'No findings' }).waitFor();
    await eventually(async () => JSON.parse(await textOf(page))).toEqual(JSON.parse(example));

    await page.locator('.cm-line span', { hasText: '"kernels"' }).hover();
    const explanation = page.locator('.cm-explanation');
    await eventually(() => explanation.innerText()).toMatch(
      /^kernels\s+The kernels to install[\s\S]*required[\s\S]*1\.0/,
    );
    await picture(page, 'explanation');

    await page.getByLabel('Image', { exact: true }).fill('typed.img');
    await page.locator('#plan', { hasText: join(images, 'typed.img') }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await hold.reached(served!.closed);
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/cancel')),
      page.getByRole('button', { name: 'Cancel', exact: true }).click(),
    ]);
    hold.release();
    expect(await ending(page)).toMatch(/^cancelled/);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('offers a plain text area if the editor cannot be loaded', async () => {
    const { page } = await openPage(new URL('/health', served!.address));
    await page.route('**/assets/schema-editor-*.js', (route) => route.abort());
    await page.goto((await newAddress()).href);
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const area = editorOf(page);
    await eventually(() => area.evaluate((element) => element.tagName)).toBe('TEXTAREA');
    await area.fill('{\n  "bootloader": 1\n}\n');
    await page.locator('#findings button', { hasText: '2:17' }).click();
    const readSelected = (): Promise<string> =>
      area.evaluate((of: HTMLTextAreaElement) => of.value.slice(of.selectionStart, of.selectionEnd));
    await eventually(readSelected).toBe('1');
    await eventually(() => page.locator('.marks mark.error').allInnerTexts()).toContain('1');
    await page.context().close();
  });

  it('resumes an installation after the service has been killed', async () => {
    using hold = await serveHeld();
    const { page } = await openPage(await newAddress());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    await page.getByLabel('Image', { exact: true }).fill('killed.img');
    await page.locator('#plan', { hasText: join(images, 'killed.img') }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await hold.reached(served!.closed);
    await page.locator('#stages li.now', { hasText: 'packages' }).waitFor({ state: 'attached' });
    await served!.end('SIGKILL');
    expect(existsSync(join(images, 'killed.img'))).toBe(false);
    await page.context().close();

    served = await serve();
    const { page: next } = await openPage(await newAddress());
    await next.locator('#plan', { hasText: 'plan ' }).waitFor();
    // The configuration is that of the run, independent of the editor.
    await editorOf(next).fill('{ "another": ');
    await next.locator('#findings button').first().waitFor();
    await openInstallations(next);
    const row = next.locator('#installs tbody tr').first();
    await eventually(() => row.innerText()).toMatch(/killed\.img[\s\S]*interrupted/);
    await row.getByRole('button', { name: /^Resume/ }).click();
    expect(await ending(next)).toBe('done');
    expect(existsSync(join(images, 'killed.img'))).toBe(true);
    await picture(next, 'resumed');
    await next.context().close();
  });

  it('requests secrets after a kill, and reruns a failed command on request', async () => {
    using hold = await serveHeld();
    const { page } = await openPage(await newAddress());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    const example = JSON.parse(await textOf(page)) as Record<string, unknown>;
    const begin = async (image: string, commands: readonly string[]): Promise<void> => {
      await editorOf(page).fill(JSON.stringify({ ...example, 'custom-commands': commands }, null, 2));
      await page.getByLabel('Image', { exact: true }).fill(image);
      await page.locator('#plan', { hasText: join(images, image) }).waitFor();
      await page.locator('#plan', { hasText: 'custom command 1' }).waitFor();
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.locator('#watch-title', { hasText: image }).waitFor();
      await openConfiguration(page);
    };
    const secretive = "test -n 'https://me:canary-of-the-page@host/'";
    await begin('rerun.img', ['test -e /root/tried || { touch /root/tried; exit 7; }']);
    await hold.reached(served!.closed);
    await begin('needs.img', [secretive]);
    await served!.end('SIGKILL');
    await page.context().close();

    served = await serve();
    const { page: next, errors } = await openPage(await newAddress());
    await next.locator('#plan', { hasText: 'plan ' }).waitFor();
    await openInstallations(next);
    const rows = next.locator('#installs tbody tr');
    const needing = rows.filter({ hasText: 'needs.img' });
    await needing.filter({ hasText: 'waiting for secrets' }).waitFor();
    await needing.getByRole('link').click();
    await next.getByLabel('custom command 1').fill(secretive);
    await picture(next, 'needs-secret');
    await next.getByRole('button', { name: 'Continue' }).click();
    await next.locator('#watch-title', { hasText: 'needs.img' }).waitFor();
    expect(await ending(next)).toBe('done');
    await next.locator('#needs').waitFor({ state: 'hidden' });

    await openInstallations(next);
    await rows
      .filter({ hasText: 'rerun.img' })
      .getByRole('button', { name: /^Resume installation/ })
      .click();
    await next.locator('#watch-title', { hasText: 'rerun.img' }).waitFor();
    expect(await ending(next)).toMatch(/^failed/);
    const rerun = next.getByRole('button', { name: /^Resume and rerun the command/ });
    const { href: failed } = new URL(next.url());
    await rerun.click();
    await next.waitForURL((url) => url.href !== failed);
    expect(await ending(next)).toBe('done');
    expect(existsSync(join(images, 'rerun.img'))).toBe(true);
    expect(await next.content()).not.toContain('canary-of-the-page');
    expect(errors).toEqual([]);
    await next.context().close();
  });

  it('opens only once for each address, removes the code from the history, and accepts a typed token', async () => {
    const address = await newAddress();
    const { page: first } = await openPage(address);
    await first.locator('#plan', { hasText: 'plan ' }).waitFor();
    await first.reload();
    await first.locator('#plan', { hasText: 'plan ' }).waitFor();

    const { page: second } = await openPage(address);
    await second.getByText('may have been used').waitFor();
    await second.waitForURL(`${address.origin}/`);
    // A new address in the same tab changes only the fragment, without loading a page.
    await second.goto((await newAddress()).href);
    await second.locator('#plan', { hasText: 'plan ' }).waitFor();
    await second.waitForURL(`${address.origin}/`);
    // Opening a used address does not invalidate the tab's token.
    await second.goto(address.href);
    await second.reload();
    await second.locator('#plan', { hasText: 'plan ' }).waitFor();
    await second.goBack();
    await second.waitForURL((url) => !url.href.includes('code='));

    const { page: third } = await openPage(new URL('/', served!.address));
    await third.getByLabel('Token').fill('an-old-token-of-another-state-folder');
    await third.getByRole('button', { name: 'Enter' }).click();
    await third.getByText('does not accept this token').waitFor();
    await third.getByLabel('Token').fill(served!.token);
    await third.getByRole('button', { name: 'Enter' }).click();
    await third.locator('#plan', { hasText: 'plan ' }).waitFor();
    for (const page of [first, second, third]) {
      expect(await page.context().cookies()).toEqual([]);
      await page.context().close();
    }
  });

  it('stops cleanly during an installation, and never prints the token', async () => {
    using hold = await serveHeld();
    const { page } = await openPage(await newAddress());
    await page.locator('#plan', { hasText: 'plan ' }).waitFor();
    await page.getByLabel('Image', { exact: true }).fill('stopped.img');
    await page.locator('#plan', { hasText: join(images, 'stopped.img') }).waitFor();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await hold.reached(served!.closed);
    const ended = served!.end('SIGTERM');
    hold.release();
    expect(await ended).toBe(0);
    expect(existsSync(join(images, 'stopped.img'))).toBe(false);
    const output = served!.output();
    expect(output).not.toContain(served!.token);
    for (const secret of ['demo-root', 'demo-ada']) expect(output).not.toContain(secret);
    await page.context().close();
  });
});
