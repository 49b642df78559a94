import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { folder, startBlog, type Blog } from './start-blog.ts';

/** The blog of all tests that do not need a separate blog. */
let blog: Blog;

beforeAll(async () => {
  blog = await startBlog('secret');
});
afterAll(() => blog.stop());

/** Starts a blog that stops when the test ends. */
async function startOwnBlog(token: string): Promise<Blog> {
  const own = await startBlog(token);
  onTestFinished(() => own.stop());
  return own;
}

function request(path: string, init: RequestInit = {}, { port } = blog): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    ...init,
  });
}

const author = { authorization: 'Bearer secret' };

function sendJson(method: string, path: string, json: unknown, to = blog): Promise<Response> {
  const headers = { ...author, 'content-type': 'application/json' };
  return request(path, { method, headers, body: JSON.stringify(json) }, to);
}

/** Adds a post, and returns its path in the API. */
async function addPost(post: object, to = blog): Promise<string> {
  return (await sendJson('POST', '/api/posts', post, to)).headers.get('location')!;
}

const pageOf = (post: string): string => post.replace('/api', '');

function upload(path: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Response> {
  const body = new FormData();
  body.append('picture', new Blob([bytes], { type: 'image/png' }), name);
  return request(path, { method: 'POST', headers: author, body });
}

const listPictures = (): readonly string[] => readdirSync(join(blog.data, 'pictures'));

it('the API lists posts, newest first', async () => {
  const added: string[] = [];
  for (const title of ['Tea', 'Milk', 'Green tea']) {
    const { status, headers } = await sendJson('POST', '/api/posts', { title });
    expect(status).toBe(201);
    added.push(headers.get('location')!);
    expect(await (await request(added.at(-1)!)).json()).toMatchObject({
      title,
      text: '',
      pictures: [],
      comments: [],
    });
  }
  const titles = async (query: string): Promise<unknown> => {
    const posts = (await (await request(`/api/posts${query}`)).json()) as { title: string }[];
    return posts.map(({ title }) => title);
  };
  expect(await titles('')).toEqual(['Green tea', 'Milk', 'Tea']);
  expect(await titles('?search=TEA')).toEqual(['Green tea', 'Tea']);
  expect(await titles('?limit=1')).toEqual(['Green tea']);
  const [, milk] = added;
  expect((await sendJson('PATCH', milk!, { title: 'Tea' })).status).toBe(409);
  expect(await (await sendJson('PATCH', milk!, { text: 'white' })).json()).toMatchObject({
    title: 'Milk',
    text: 'white',
  });
});

it('only the author can write', async () => {
  const post = await addPost({ title: 'Coffee' });
  const wrong = { authorization: 'Bearer other' };
  for (const [method, path] of [
    ['POST', '/api/posts'],
    ['PATCH', post],
    ['DELETE', post],
    ['POST', `${post}/pictures`],
  ] as const) {
    for (const headers of [{}, wrong])
      expect([path, (await request(path, { method, headers })).status]).toEqual([path, 401]);
  }
  expect((await request(post)).status).toBe(200);
});

it('writing is rejected if no token is configured', async () => {
  const init = { method: 'POST', headers: { authorization: 'Bearer x' } };
  const refused = await request('/api/posts', init, await startOwnBlog(''));
  expect(refused.status).toBe(401);
});

it('an uploaded picture is stored on disk and served', async () => {
  const post = await addPost({ title: 'Colours' });
  const bytes = readFileSync(join(folder, 'samples/colours.png'));
  const added = await upload(`${post}/pictures`, bytes, '../../evil.sh');
  expect(added.status).toBe(201);
  const { name } = (await added.json()) as { name: string };
  expect(listPictures()).toEqual([name]);

  const picture = await request(added.headers.get('location')!);
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array(bytes));
  const names = ['content-type', 'content-length', 'cache-control', 'x-content-type-options'];
  expect(names.map((header) => picture.headers.get(header))).toEqual([
    'image/png',
    String(bytes.length),
    'max-age=31536000, immutable',
    'nosniff',
  ]);

  expect((await request('/pictures/..%2Fblog.sqlite')).status).toBe(404);
  expect((await sendJson('DELETE', post, undefined)).status).toBe(204);
  expect(listPictures()).toEqual([]);
  expect((await request(`/pictures/${name}`)).status).toBe(404);
});

it('only pictures of existing posts within the size limit are stored', async () => {
  const post = await addPost({ title: 'Large' });
  const png = readFileSync(join(folder, 'samples/colours.png'));
  expect((await upload(`${post}/pictures`, new Uint8Array([1, 2, 3]), 'a.png')).status).toBe(415);
  expect((await upload(`${post}/pictures`, new Uint8Array(5_100_000), 'a.png')).status).toBe(413);
  expect((await upload('/api/posts/70/pictures', png, 'a.png')).status).toBe(404);
  expect((await sendJson('POST', `${post}/pictures`, { picture: 'x' })).status).toBe(400);
  expect(listPictures()).toEqual([]);
});

it('pages escape all user input', async () => {
  const post = pageOf(await addPost({ title: `<script>"'&`, text: '<i>' }));
  const body = new URLSearchParams({ name: '<u>', text: '</ul>' });
  const sent = await request(`${post}/comments`, { method: 'POST', body });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, post]);
  const page = await (await request(post)).text();
  expect(page).toContain('<h1>&lt;script&gt;&quot;&#39;&amp;</h1>');
  expect(page).toContain('<p>&lt;i&gt;</p>');
  expect(page).toContain('<b>&lt;u&gt;</b>: &lt;/ul&gt;');
  expect(await (await request('/')).text()).toContain(`<a href="${post}">&lt;script&gt;`);
});

it('the number of comments per minute is limited', async () => {
  const own = await startOwnBlog('secret');
  const path = `${pageOf(await addPost({ title: 'Tea' }, own))}/comments`;
  const comment = (): Promise<Response> =>
    request(path, { method: 'POST', body: new URLSearchParams({ name: 'a', text: 'b' }) }, own);
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await comment()).status));
  expect(statuses.toSorted()).toEqual([303, 303, 303, 303, 303, 429]);
  expect((await comment()).headers.get('retry-after')).toMatch(/^\d+$/);
});

it('browsers receive an error page, and other clients receive a problem document', async () => {
  for (const path of ['/posts/70', '/no/such/page']) {
    const page = await request(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<link rel="stylesheet" href="/style.css">');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const problem = await request(path);
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
  }
});

it('hooks and policies of a base class apply to its subclasses', async () => {
  const listed = await request('/api/posts', { headers: { origin: 'https://elsewhere.example' } });
  expect(listed.headers.get('server-timing')).toMatch(/^handler;dur=\d+\.\d$/);
  expect(listed.headers.get('access-control-allow-origin')).toBe('*');
});
