import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withRedirectLoop, truncated, withDate, endless, withoutFiles, throttled } from './faults.ts';
import { serveMirror, type MirrorServer, type FaultInjector } from './serve.ts';

let folder: string;
let server: MirrorServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-faults-'));
  await writeFile(join(folder, 'a-1-any.pkg.tar.zst'), 'x'.repeat(20_000));
  await writeFile(join(folder, 'core.db'), 'database');
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function ask(
  injectFault: FaultInjector,
  file: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  server = await serveMirror(folder, { injectFault });
  return fetch(`${server.origin}/${file}`, { headers });
}

describe('a mirror with an injected fault', () => {
  it('responds with 404 to matching files only', async () => {
    expect((await ask(withoutFiles(/a-1/), 'a-1-any.pkg.tar.zst')).status).toBe(404);
    expect(await (await fetch(`${server.origin}/core.db`)).text()).toBe('database');
  });

  it('truncates packages, and sends the rest on a range request', async () => {
    const response = await ask(truncated(12_000), 'a-1-any.pkg.tar.zst');
    expect(response.headers.get('content-length')).toBe('20000');
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of response.body!) bytes += chunk.length;
    })();
    await expect(reading).rejects.toThrow();
    expect(bytes).toBe(12_000);
    const rest = await fetch(response.url, { headers: { range: 'bytes=12000-' } });
    expect(rest.status).toBe(206);
    expect((await rest.text()).length).toBe(8000);
    expect(await (await fetch(`${server.origin}/core.db`)).text()).toBe('database');
  });

  it('limits the rate of all connections together', async () => {
    const began = performance.now();
    const first = await ask(throttled(100_000), 'a-1-any.pkg.tar.zst');
    const second = await fetch(first.url);
    const texts = await Promise.all([first.text(), second.text()]);
    expect(texts.map((text) => text.length)).toEqual([20_000, 20_000]);
    expect(performance.now() - began).toBeGreaterThan(390);
  });

  it('sends endlessly without a length until the connection closes, and counts bytes', async () => {
    let sent = 0;
    const response = await ask(
      endless(/a-1/, (bytes) => (sent += bytes)),
      'a-1-any.pkg.tar.zst',
    );
    expect(response.headers.get('content-length')).toBe(null);
    let bytes = 0;
    for await (const chunk of response.body!) if ((bytes += chunk.length) > 1_000_000) break;
    expect(sent).toBeGreaterThanOrEqual(bytes);
    expect(await (await fetch(`${server.origin}/core.db`)).text()).toBe('database');
  });

  it('redirects a file to itself', async () => {
    let requests = 0;
    await expect(
      ask(
        withRedirectLoop(/a-1/, () => (requests += 1)),
        'a-1-any.pkg.tar.zst',
      ),
    ).rejects.toThrow();
    expect(requests).toBeGreaterThan(5);
    expect(await (await fetch(`${server.origin}/core.db`)).text()).toBe('database');
  });

  it('sends a configured time', async () => {
    const response = await ask(withDate(new Date('2031-01-01T00:00:00Z')), 'core.db');
    expect(response.headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
    expect(await response.text()).toBe('database');
  });
});
