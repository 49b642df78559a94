import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '@writ/annotations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, type App } from './app.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let app: App;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'writ-notes-'));
  app = createApp(folder, silent);
  await app.accounts.add('ada', 'tea-and-milk', ['editor']);
  await app.accounts.add('bob', 'milk-and-tea', ['reader']);
  server = app.router.toolkit.createServer(app.router);
  ({ url } = await server.listen(0, '127.0.0.1'));
});

afterEach(async () => {
  await server.close({ timeout: 1000 });
  app.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const passwords = { ada: 'tea-and-milk', bob: 'milk-and-tea' };

function request(who: keyof typeof passwords, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Basic ${btoa(`${who}:${passwords[who]}`)}`);
  return fetch(url + path, { signal: AbortSignal.timeout(60_000), ...init, headers });
}

function sendJson(
  method: string,
  path: string,
  json: unknown,
  who: keyof typeof passwords = 'ada',
): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return request(who, path, { method, headers, body: JSON.stringify(json) });
}

function upload(path: string, content: string, name: string, type: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content], { type }), name);
  return request('ada', path, { method: 'POST', body });
}

it('notes are stored and listed in pages', async () => {
  for (const title of ['Tea', 'Milk', 'Green tea']) {
    const added = await sendJson('POST', '/notes', { title });
    expect(added.status).toBe(201);
    const one = await request('bob', added.headers.get('location')!);
    expect(await one.json()).toMatchObject({ title, text: '', author: 'ada', attachments: [] });
  }
  const titles = async (query: string): Promise<unknown> => {
    const notes = (await (await request('bob', `/notes${query}`)).json()) as { title: string }[];
    return notes.map(({ title }) => title);
  };
  expect(await titles('')).toEqual(['Tea', 'Milk', 'Green tea']);
  expect(await titles('?search=TEA')).toEqual(['Tea', 'Green tea']);
  expect(await titles('?limit=1&after=1')).toEqual(['Milk']);
  expect(await titles('?search=%25')).toEqual([]);
});

it('a duplicate title is a conflict with a link to the other note', async () => {
  await sendJson('POST', '/notes', { title: 'Tea' });
  await sendJson('POST', '/notes', { title: 'Milk' });
  for (const response of [
    await sendJson('POST', '/notes', { title: ' Tea ' }),
    await sendJson('PUT', '/notes/2', { title: 'Tea' }),
  ]) {
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ other: '/notes/1' });
  }
  expect((await sendJson('PUT', '/notes/1', { title: 'Tea', text: 'Buy some.' })).status).toBe(200);
});

it('readers cannot write, and anonymous clients have no access', async () => {
  await sendJson('POST', '/notes', { title: 'Tea' });
  for (const [method, path] of [
    ['POST', '/notes'],
    ['PUT', '/notes/1'],
    ['DELETE', '/notes/1'],
    ['POST', '/notes/1/attachments'],
  ] as const) {
    expect([path, (await sendJson(method, path, { title: 'x' }, 'bob')).status]).toEqual([path, 403]);
    const stranger = await fetch(url + path, { method });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('www-authenticate')).toContain('Basic realm="notes"');
  }
  expect((await fetch(`${url}/`)).status).toBe(200);
});

it('passwords are not stored in plain text', () => {
  const content = readFileSync(join(folder, 'notes.sqlite')).toString('latin1');
  expect(content).toContain('ada');
  expect(content).not.toContain(passwords.ada);
});

it('an attachment is served completely, in ranges, and conditionally', async () => {
  await sendJson('POST', '/notes', { title: 'Tea' });
  const added = await upload('/notes/1/attachments', '0123456789', 'Größe.txt', 'text/plain');
  expect(added.status).toBe(201);
  const path = added.headers.get('location')!;
  const whole = await request('bob', path);
  expect(await whole.text()).toBe('0123456789');
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  const part = await request('bob', path, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ]);
  const again = await request('bob', path, { headers: { 'if-none-match': whole.headers.get('etag')! } });
  expect(again.status).toBe(304);
  expect((await request('bob', '/notes/2/attachments/'.concat(path.split('/').at(-1)!))).status).toBe(404);
});

it.each([
  ['text/html; charset=utf-8', 'text/html'],
  ['nonsense', 'application/octet-stream'],
  ['text/\u00e9', 'application/octet-stream'],
])('an attachment sent as %s is served as %s', async (said, given) => {
  await sendJson('POST', '/notes', { title: 'Tea' });
  const lines = [
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a"',
    `Content-Type: ${said}`,
    '',
    'x',
    '--b--',
    '',
  ];
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const added = await request('ada', '/notes/1/attachments', {
    method: 'POST',
    headers,
    body: lines.join('\r\n'),
  });
  const got = await request('bob', added.headers.get('location')!);
  expect([got.status, got.headers.get('content-type')]).toEqual([200, given]);
});

it('files are removed with their note, and rejected uploads leave no files', async () => {
  await sendJson('POST', '/notes', { title: 'Tea' });
  await upload('/notes/1/attachments', 'x', 'x.txt', 'text/plain');
  const files = (): string[] => readdirSync(join(folder, 'files'), { recursive: true }).map(String).sort();
  expect(files()).toHaveLength(2);
  expect((await upload('/notes/7/attachments', 'x', 'x.txt', 'text/plain')).status).toBe(404);
  expect((await upload('/notes/1/attachments', 'x'.repeat(6_000_000), 'x.txt', 'text/plain')).status).toBe(
    413,
  );
  await expect.poll(files, { timeout: 30_000 }).toHaveLength(2);
  expect((await request('ada', '/notes/1', { method: 'DELETE' })).status).toBe(204);
  expect(files()).toEqual(['.incoming']);
  expect((await request('ada', '/notes/1', { method: 'DELETE' })).status).toBe(404);
});

it('changes are sent to all event streams until they disconnect or the server stops', async () => {
  const leaving = new AbortController();
  const [one, other] = await Promise.all([
    request('bob', '/notes/changes'),
    request('bob', '/notes/changes', { signal: leaving.signal }),
  ]);
  leaving.abort();
  await expect(other.text()).rejects.toThrow();
  await sendJson('POST', '/notes', { title: 'Tea' });
  await sendJson('PUT', '/notes/1', { title: 'Milk' });
  await request('ada', '/notes/1', { method: 'DELETE' });
  const closing = server.close({ timeout: 5_000 });
  expect(await one.text()).toBe(
    ['added', 'changed', 'removed']
      .map((event) => `event: ${event}\ndata: {"id":1,"title":"${event === 'added' ? 'Tea' : 'Milk'}"}\n\n`)
      .join(''),
  );
  expect((await closing).aborted).toEqual([]);
});

it('the OpenAPI document lists all paths', async () => {
  const document = (await (await request('bob', '/openapi.json')).json()) as {
    paths: Record<string, object>;
  };
  expect(Object.keys(document.paths)).toEqual([
    '/',
    '/notes',
    '/notes/changes',
    '/notes/{id}',
    '/notes/{note}/attachments',
    '/notes/{note}/attachments/{attachment}',
  ]);
});
