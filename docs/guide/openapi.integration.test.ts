/** Runs the page's examples and validates every document. */
import { validate } from '@readme/openapi-parser';
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { ExampleHost } from '../../scripts/docs/host.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('openapi.md'), 'utf8');
// The folder is inside the workspace, where the packages can be resolved.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [, file = '', text = ''] of page.matchAll(/^```ts (\S+)\n([^]*?)^```$/gm)) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replace('listen(8080)', 'listen(0)'));
}

const host = new ExampleHost();
afterAll(() => host.end());

/** Starts a file that listens, calls `use`, and closes its server. */
async function withServer(file: string, use: (url: string) => Promise<void>): Promise<void> {
  const { port, stop } = await host.start(file, folder);
  try {
    await use(`http://localhost:${port}`);
  } finally {
    await stop();
  }
}

async function documentAt(url: string): Promise<any> {
  const document: any = await (await fetch(new URL('/openapi.json', url))).json();
  await expectValid(document);
  return document;
}

async function expectValid(document: unknown): Promise<void> {
  const result = await validate(structuredClone(document) as never);
  expect(result.valid ? result.warnings : result.errors).toEqual([]);
}

it('the document describes the annotated classes on the page', async () => {
  await withServer('notes.ts', async (url) => {
    const { paths, components } = await documentAt(url);
    expect(Object.keys(paths)).toEqual(['/notes/{id}', '/notes']);
    expect(paths['/notes'].get).toMatchObject({
      operationId: 'Notes_list',
      tags: ['Notes'],
      parameters: [
        { name: 'tag', schema: { type: 'array', default: ['any'] } },
        { name: 'limit', required: false, schema: { type: 'integer', default: 10 } },
      ],
    });
    expect(paths['/notes'].post.security).toEqual([{ bearer: [] }]);
    expect(components.schemas.NewNote.required).toEqual(['title']);
    expect(JSON.stringify(components)).not.toContain('sesame');
    const reference = await fetch(new URL('/reference', url));
    expect(await reference.text()).toContain('Notes_list');
  });
});

it('the document contains controllers and the other routes of a router', async () => {
  await withServer('both.ts', async (url) => {
    const { paths } = await documentAt(url);
    expect(Object.keys(paths).toSorted()).toEqual([
      '/greeting',
      '/greeting/{name}',
      '/greeting/{name}/{times}',
      '/health',
    ]);
    const { get } = paths['/greeting/{name}'];
    expect(get).toMatchObject({ summary: 'Greets a person', tags: ['root'] });
    expect(get.parameters).toMatchObject([
      { name: 'name', in: 'path', description: 'the person to greet' },
      { name: 'times', in: 'query', required: false, schema: { type: 'number' } },
    ]);
    const { properties, required } = paths['/greeting'].post.requestBody.content['application/json'].schema;
    expect([properties, required]).toEqual([
      { name: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
      ['name'],
    ]);
    expect(await (await fetch(new URL('/greeting/ann?times=2', url))).json()).toEqual([
      'hello ann',
      'hello ann',
    ]);
    expect(await (await fetch(new URL('/greeting/ann/1', url))).json()).toEqual(['hello ann']);
  });
});

it('the document describes declared results', async () => {
  await withServer('responses.ts', async (url) => {
    const { paths, components } = await documentAt(url);
    const { schemas } = components;
    const note = { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } };
    expect(paths['/notes/{id}'].put.responses).toMatchObject({
      200: { content: note },
      201: { content: note },
    });
    expect(schemas.Note.description).toBe('A note.');
    expect(schemas.Page_Note.properties.next.description).toBe('The address of the next page.');
    const created = await fetch(new URL('/notes/7', url), { method: 'PUT' });
    expect([created.status, await created.json()]).toEqual([201, { id: 7, title: 'untitled' }]);
  });
});

it('a toolkit that validates responses logs the differences and responds with 500', async () => {
  const child = spawn(process.execPath, ['validated.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text));
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect((await fetch(new URL('/notes/7', url))).status).toBe(500);
  } finally {
    child.kill('SIGTERM');
  }
  await once(child, 'close');
  const [, shown = ''] = /^```\n(writ\.http error: .*\n[^]*?)^```$/m.exec(page) ?? [];
  expect(logged.startsWith(shown)).toBe(true);
});

it('the document contains the headers and examples of JSDoc comments', async () => {
  await withServer('documented.ts', async (url) => {
    const { post } = (await documentAt(url)).paths['/notes'];
    const examples = { example: { value: { title: 'tea' } } };
    expect(post.requestBody.content['application/json']).toMatchObject({ examples });
    expect(post.responses['201']).toMatchObject({
      headers: { Location: { description: 'the address of the note' } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' }, examples } },
    });
  });
});

it('the document contains documented responses', async () => {
  await withServer('described.ts', async (url) => {
    const { paths } = await documentAt(url);
    const { summary, responses } = paths['/notes'].post;
    expect(summary).toBe('Adds a note');
    expect(Object.keys(responses)).toEqual(['201', '406', '409', 'default']);
    expect(responses['201'].headers.Location.required).toBe(true);
  });
});

it('the document describes the errors of an exception handler', async () => {
  await withServer('errors.ts', async (url) => {
    const response = await fetch(`${url}/notes/0`);
    expect([response.status, await response.json()]).toEqual([404, { errors: ['no such note'] }]);
    const { components } = (await (await fetch(`${url}/openapi.json`)).json()) as any;
    expect(Object.keys(components.schemas)).toEqual(['Error']);
    expect(components.responses['bad-request'].content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    });
  });
});

it('the document describes the errors of a custom filter', async () => {
  await withServer('described-filter.ts', async (url) => {
    expect((await fetch(`${url}/notes`)).status).toBe(401);
    const { paths } = (await (
      await fetch(`${url}/openapi.json`, { headers: { authorization: 'Key sesame' } })
    ).json()) as any;
    expect(paths['/notes'].get.security).toEqual([{ key: [] }]);
    expect(Object.keys(paths['/notes'].get.responses)).toEqual(['401', '406', '2XX', 'default']);
  });
});

it('the document can be written to a file', async () => {
  const child = spawn(process.execPath, ['write.ts'], { cwd: folder, stdio: 'inherit', timeout: 120_000 });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const document: any = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  await expectValid(document);
  expect(document.paths['/squares/{n}'].get.responses['200'].content).toEqual({
    'application/json': { schema: { type: 'number' } },
  });
});

it('writ openapi diff lists the breaking changes that the page shows', () => {
  const run = (...argv: string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  const document = ['--import', '@writ/annotations/register', 'document.ts'];
  expect(run(...document)).toMatchObject({ status: 0, stderr: '' });
  renameSync(join(folder, 'openapi.json'), join(folder, 'released.json'));
  const text = readFileSync(join(folder, 'document.ts'), 'utf8');
  const changed = text
    .replace('title: string', 'title?: string')
    .replace('optional(int)', 'int')
    .replace('limit?', 'limit');
  writeFileSync(join(folder, 'document.ts'), changed);
  expect(run(...document)).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout, stderr } = run(
    at('../../packages/cli/bin/writ.js'),
    'openapi',
    'diff',
    'released.json',
    'openapi.json',
  );
  const [, shown] = /^\$ npx writ openapi diff .*\n([^]*?)^```$/m.exec(page) ?? [];
  expect([status, stdout + stderr]).toEqual([1, shown]);
});
