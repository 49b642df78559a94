import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { basic, int, PathParam, route, Router, Toolkit } from '../index.ts';
import { openapi } from './openapi.ts';
import { serveOpenapi, type ServeOpenapiOptions } from './serve.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { inject } from '../testing/inject.ts';
import { describeTransports } from '../testing/transports.ts';
import { everyRoute } from '../testing/every-route.ts';

const info = { title: 'Notes <b>&amp;', version: '1' };

function site(options: Partial<ServeOpenapiOptions> = {}): Router {
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({
      method: 'GET',
      path: '/notes/{id}',
      bindings: [PathParam('id', int)],
      description: 'One <script>alert(1)</script>',
      handler: (id) => id,
    }),
  );
  return serveOpenapi(router, { info, ...options });
}

describeTransports('the served document', (serve) => {
  it('is sent as JSON and omits its own routes', async () => {
    const client = await serve(site());
    const response = await client('/openapi.json');
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json']);
    expect(response.json()).toMatchObject({ openapi: '3.1.1', info });
    expect(Object.keys(response.json().paths)).toEqual(['/notes/{id}']);
    expect((await client('/reference')).status).toBe(404);
    expect((await client({ url: '/openapi.json', headers: { accept: 'text/html' } })).status).toBe(406);
  });

  it('has an optional page that loads no resources and runs no scripts', async () => {
    const client = await serve(site({ reference: true }));
    const page = await client('/reference');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, style] = /<style>([^]*?)<\/style>/.exec(page.text())!;
    const digest = createHash('sha256').update(style!).digest('base64');
    expect(page.headers['content-security-policy']).toContain(
      `default-src 'none'; style-src 'sha256-${digest}';`,
    );
    expect(page.text()).not.toMatch(/<script|src=|href=|url\(|<b>|style="/);
    expect(page.text()).toContain('One &#60;script&#62;alert(1)&#60;/script&#62;');
    expect(page.text()).toContain('/notes/{id}');
  });

  it('has an optional page with style sheets of the same server and their fonts', async () => {
    const client = await serve(site({ reference: true, referenceStyles: ['/own.css?v=1&"'] }));
    const page = await client('/reference');
    expect(page.text()).toMatch(/<\/style>\s*<link rel="stylesheet" href="\/own.css\?v=1&#38;&#34;" \/>/);
    const policy = page.headers['content-security-policy'];
    expect(policy).toMatch(/style-src 'sha256-[^']+' 'self'; font-src 'self'; base-uri 'none'/);
    expect(policy).toMatch(/^default-src 'none'/);
  });

  it('is served at the configured path', async () => {
    const client = await serve(site({ path: '/api/v1.json', reference: '/docs', listed: true }));
    const { paths } = (await client('/api/v1.json')).json();
    expect(Object.keys(paths)).toEqual(['/notes/{id}', '/api/v1.json', '/docs']);
    expect(paths['/docs'].get.operationId).toBe('getDocs');
    expect((await client('/docs')).status).toBe(200);
  });

  it("is protected by the router's filters", async () => {
    const client = await serve(
      site({ reference: true }).use(
        '/openapi.json',
        basic(() => true),
      ),
    );
    expect((await client('/openapi.json')).status).toBe(401);
    expect((await client('/reference')).status).toBe(200);
  });
});

it('the reference page contains every operation and schema in the document', async () => {
  const router = serveOpenapi(everyRoute(), { info, reference: true });
  const { paths, components } = openapi(router, { info });
  const page = (await inject(router, '/reference')).text();
  for (const item of Object.values(paths))
    for (const { operationId } of Object.values(item))
      expect(page).toContain(`<details id="${operationId}">`);
  for (const name of Object.keys(components!.schemas!)) expect(page).toContain(`id="schema-${name}"`);
});

it('the document is cached, and recreated after valid registrations', async () => {
  const router = site();
  let descriptionReads = 0;
  const add = (path: string): void =>
    void router.add({
      method: 'GET',
      path,
      handler: () => 1,
      bindings: [],
      get description() {
        descriptionReads += 1;
        return 'counted';
      },
    });
  const paths = async (): Promise<readonly string[]> =>
    Object.keys((await inject(router, '/openapi.json')).json().paths as object);
  add('/a');
  expect(await paths()).toEqual(['/notes/{id}', '/a']);
  const once = descriptionReads;
  expect(await paths()).toEqual(['/notes/{id}', '/a']);
  expect(descriptionReads).toBe(once);
  router.registries.access = {};
  await paths();
  expect(descriptionReads).toBe(2 * once);
  add('/b');
  expect(await paths()).toEqual(['/notes/{id}', '/a', '/b']);
  add('/{broken');
  expect(await paths()).toEqual(['/notes/{id}', '/a', '/b']);
});

it('a router with errors has no document', () => {
  const router = new Router(new Toolkit({ logger: recordingLogger() }));
  router.add(route({ method: 'GET', path: '/{', handler: () => 1 }));
  expect(() => openapi(router, { info })).toThrow('W2001');
});

it('documents that are created later have the routes and servers of the first that the router serves', async () => {
  const servers = [{ url: 'https://api.example' }];
  const plain = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({ method: 'GET', path: '/public', handler: () => 1 }),
    route({ method: 'GET', path: '/internal', handler: () => 1 }),
  );
  serveOpenapi(plain, { info, servers, include: ({ path }) => path !== '/internal' });
  serveOpenapi(plain, { info, path: '/all.json' });
  const all = (await inject(plain, '/all.json')).json();
  expect(Object.keys(all.paths as object)).toEqual(['/public', '/internal']);
  expect(all.servers).toBeUndefined();
  expect(openapi(plain, { info })).toMatchObject({ servers, paths: { '/public': {} } });
  expect(Object.keys(openapi(plain, { info }).paths)).toEqual(['/public']);
  expect(Object.keys(openapi(plain, { info, include: () => true }).paths)).toContain('/internal');
});
