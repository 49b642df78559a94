import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { route, Router, Toolkit, Context, rateLimit, type RateStore } from '@writ/http';
import { idempotency, type IdempotencyStore } from '@writ/http/idempotency';
import { responseCache, type ResponseStore } from '@writ/http/response-cache';
import { Session, sessions, type SessionStore } from '@writ/http/sessions';
import { inject } from '@writ/http/testing';
import { expect, it, onTestFinished } from 'vitest';
import { writeFiles } from '../../scripts/docs/page.ts';
import { startServer } from '../../scripts/docs/start.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Stores {
  readonly sessions: SessionStore;
  readonly responses: ResponseStore;
  readonly idempotency: IdempotencyStore;
  rates(name: string): RateStore;
}

/** Declares tests of two servers that share the stores. */
export function describeServers(open: () => Stores): void {
  it('two servers share sessions, and a logout on one of them ends the session on both', async () => {
    const [first, second] = [application(open()), application(open())];
    const login = await inject(first, { method: 'POST', url: '/login' });
    const cookie = String(login.headers['set-cookie']).split(';')[0]!;
    const read = async (router: Router) => (await inject(router, { url: '/me', headers: { cookie } })).text();
    expect([await read(first), await read(second)]).toEqual(['ada', 'ada']);
    await inject(second, { method: 'POST', url: '/logout', headers: { cookie } });
    expect([await read(first), await read(second)]).toEqual(['no user', 'no user']);
  });

  it('two servers share the count of a rate limit', async () => {
    const limit = rateLimit({ limit: 3, window: 3_600_000, store: open().rates('shared'), key: () => 'all' });
    const routers = [1, 2].map(() => new Router(new Toolkit()).use(limit).add(hello()));
    const statuses = [];
    for (const router of [...routers, ...routers]) statuses.push((await inject(router, '/hello')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('a repeated request receives the stored response from the other server', async () => {
    const routers = [1, 2].map((server) =>
      new Router(new Toolkit())
        .use(idempotency({ store: open().idempotency }))
        .add(route({ method: 'POST', path: '/orders', handler: () => `from ${server}` })),
    );
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const order = async (router: Router): Promise<unknown> => {
      const response = await inject(router, { method: 'POST', url: '/orders', headers });
      return [response.status, response.text()];
    };
    expect(await order(routers[0]!)).toEqual([200, 'from 1']);
    // The response is stored after it has been sent; until then, repeated requests receive 409.
    await expect.poll(() => order(routers[1]!)).toEqual([200, 'from 1']);
  });

  it('a response that one server has cached is sent by the other server', async () => {
    const path = `/cached/${crypto.randomUUID()}`;
    const routers = [1, 2].map((server) =>
      new Router(new Toolkit())
        .use(responseCache({ store: open().responses, maxAge: 3600 }))
        .add(route({ method: 'GET', path, handler: () => `from ${server}` })),
    );
    // The response is stored after it has been sent.
    await expect
      .poll(async () => String((await inject(routers[0]!, path)).headers['cache-status']))
      .toContain('hit');
    expect((await inject(routers[1]!, path)).text()).toBe('from 1');
  });
}

const hello = () => route({ method: 'GET', path: '/hello', handler: () => 'hello' });

function application({ sessions: store }: Stores): Router {
  const post = (path: string, handler: (session: Session) => void) =>
    route({ method: 'POST', path, bindings: [Context(Session)], handler });
  return new Router(new Toolkit()).use(sessions({ store })).add(
    post('/login', (session) => session.set('user', 'ada')),
    post('/logout', (session) => session.destroy()),
    route({
      method: 'GET',
      path: '/me',
      bindings: [Context(Session)],
      handler: (session) => session.get('user') ?? 'no user',
    }),
  );
}

/** Starts an example of the guide, and asserts that its rate limit counts the requests of two processes together. */
export async function expectExample(file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const page = readFileSync(join(root, 'docs/guide/annotations/stores.md'), 'utf8');
  // The folder is inside the workspace, where the packages can be resolved.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/stores-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(page, folder);
  const servers = await Promise.all([1, 2].map(() => startServer([file], folder, env)));
  for (const server of servers) onTestFinished(() => server.stop());
  const statuses = [];
  for (const { port } of [...servers, ...servers])
    statuses.push((await fetch(`http://127.0.0.1:${port}/`)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
}
