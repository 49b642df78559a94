/** Runs the examples of the guide against a service on a real port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleConfiguration } from '@writ/service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serveRefusing } from '../../../packages/service/src/testing/refusing-service.ts';
import { expectAllListed, openGuide } from '../guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
const folderOf = (name: string): string => guide.pages.find((page) => page.name === name)!.folder;
const textOf = (name: string): string => guide.pages.find((page) => page.name === name)!.text;

expectAllListed(guide);

/** Runs a file of a page with another address in place of the one on the page. */
function runFile(
  file: string,
  replaced: readonly [string, string],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): ChildProcess {
  const copy = file.replace('.ts', '.run.ts');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(replaced[0]);
  writeFileSync(copy, text.replace(...replaced));
  const env = { PATH: process.env['PATH'] ?? '', ...options.env };
  return spawn(process.execPath, [copy], { cwd: options.cwd, env, stdio: 'pipe', timeout: 120_000 });
}

it('the program on the client page starts an installation, and returns the same one when it is run again', async () => {
  const { home, url } = await serveRefusing();
  writeFileSync(join(home, 'machine.json'), exampleConfiguration());
  const run = async (): Promise<string> => {
    const replaced = ['http://localhost:7878', url] as const;
    const child = runFile(join(folderOf('client.md'), 'install.ts'), replaced, {
      cwd: home,
      env: { HOME: home },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream!.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [status] = (await once(child, 'close')) as [number | null];
    expect(status, output).toBe(0);
    return output;
  };
  const output = await run();
  expect(output).toContain('Create a sparse image');
  expect(output).toContain('event: end');
  expect(output.trimEnd()).toMatch(/\nrefused undefined$/);
  expect(await run()).toContain('event: end');
  const token = readFileSync(join(home, '.local/state/writ/token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await fetch(`${url}/api/installs`, { headers })).json()).toHaveLength(1);
}, 240_000);

it('the receiver on the webhooks page accepts the webhooks of the service and rejects all others', async () => {
  const file = join(folderOf('webhooks.md'), 'webhooks.json');
  chmodSync(file, 0o600);
  const [{ secret }] = JSON.parse(readFileSync(file, 'utf8')) as [{ secret: string }];
  const announced = 'server.listen(0, () => console.log(server.address()))';
  const child = runFile(join(folderOf('webhooks.md'), 'receiver.ts'), ['server.listen(9000)', announced], {
    cwd: tmpdir(),
    env: { WEBHOOK_SECRET: secret },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitFor(() => expect(output).toMatch(/port: \d+/), { timeout: 60_000 });
  const receiver = `http://127.0.0.1:${/port: (\d+)/.exec(output)![1]}/`;
  const folder = mkdtempSync(join(tmpdir(), 'writ-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const webhooksFile = join(folder, 'webhooks.json');
  writeFileSync(webhooksFile, JSON.stringify([{ url: receiver, secret }]), { mode: 0o600 });

  const { service, home, url } = await serveRefusing({ webhooksFile });
  service.begin();
  const token = readFileSync(join(home, '.local/state/writ/token'), 'utf8').trim();
  const post = (path: string, type: string, body: string): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    });
  const configuration = exampleConfiguration();
  const plan = (await (await post('/api/plan?image=disk.img', 'text/plain', configuration)).json()) as {
    digest: string;
  };
  const body = JSON.stringify({ configuration, image: 'disk.img', planSha256: plan.digest });
  expect((await post('/api/installs', 'application/json', body)).status).toBe(202);
  for (const state of ['queued', 'running', 'refused']) {
    await vi.waitFor(() => expect(output).toContain(`installation.${state} 1`), { timeout: 60_000 });
  }

  const time = String(Math.floor(Date.now() / 1000));
  const wrong = createHmac('sha256', 'wrong').update(`a.${time}.{}`).digest('base64');
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': time, 'webhook-signature': `v1,${wrong}` };
  expect((await fetch(receiver, { method: 'POST', body: '{}', headers })).status).toBe(401);
}, 240_000);

it('the metrics page lists every metric', async () => {
  const metricsToken = 'a-token-only-for-the-metrics';
  const { url } = await serveRefusing({ metricsToken });
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const names = [...(await response.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const listed = [...textOf('metrics.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
});
