/** Clients that `writ client` writes, compiled by tsc and run against servers of both front ends. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { page, project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const register = '@writ/annotations/register';

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
};

const tsconfig = { 'tsconfig.json': JSON.stringify({ compilerOptions, files: ['use.ts'] }) };

async function writeClient(directory: string, ...argv: readonly string[]): Promise<string> {
  const { status, stderr } = await runShared(directory, ['client', ...argv, '--out', 'client.ts']);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^writ: a client for \d+ paths? in client\.ts\n$/) as unknown,
  });
  return readFileSync(join(directory, 'client.ts'), 'utf8');
}

function runNode(directory: string, ...argv: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

const annotated = `
import { BodyParam, GET, int, optional, Path, PathParam, POST, DELETE, QueryParam, RestResponse, RestRouter, Toolkit, Authenticate,
  bearerAuthentication, oneOf } from '@writ/annotations';
import { HttpError } from '@writ/http';
import { z } from 'zod';

export const NewNote = z.object({ title: z.string().min(1), tags: z.array(z.string()).default([]) }).meta({ id: 'NewNote' });

/** A note. */
export interface Note {
  readonly id: number;
  readonly title: string;
  /** Absent for a note without tags. */
  readonly tags?: readonly string[];
}

@Path('/notes')
export class Notes {
  readonly notes = new Map<number, Note>();

  @GET('/', QueryParam('order', oneOf('asc', 'desc')).default('asc'), QueryParam('limit', optional(int)))
  list(order: 'asc' | 'desc', limit?: number): Note[] {
    const all = [...this.notes.values()].slice(0, limit);
    return order === 'asc' ? all : all.reverse();
  }

  /** Returns a note. */
  @GET('/{id}', PathParam('id', int))
  one(id: number): Note {
    const note = this.notes.get(id);
    if (note === undefined) throw new HttpError(404);
    return note;
  }

  @Authenticate(bearerAuthentication((token) => (token === 'sesame' ? { principal: { name: 'ann' }, authorizations: {} } : null)))
  @POST('/', BodyParam(NewNote))
  add(note: z.infer<typeof NewNote>): RestResponse<Note, 201> {
    const id = this.notes.size + 1;
    const added = { id, ...note };
    this.notes.set(id, added);
    return RestResponse.created(\`/notes/\${id}\`, added);
  }

  @DELETE('/{id}', PathParam('id', int))
  remove(id: number): void {
    this.notes.delete(id);
  }
}

export const router = RestRouter.register(new Toolkit(), Notes);`;

const useAnnotated = `
import { Toolkit } from '@writ/http';
import { router } from './app.ts';
import { createApiClient, type components } from './client.ts';

const server = new Toolkit().createServer(router);
const client = createApiClient({ baseUrl: (await server.listen(0)).url });
const headers = { authorization: 'Bearer sesame' };

const added = await client.POST('/notes', { body: { title: 'milk', tags: ['home'] }, headers });
if (added.data === undefined) throw new Error(JSON.stringify(added.error));
const { id } = added.data;
const one = await client.GET('/notes/{id}', { params: { path: { id } } });
const note: components['schemas']['Note'] = one.data!;
const list = await client.GET('/notes', { params: { query: { order: 'desc', limit: 5 } } });
const titles: string[] = list.data!.map(({ title }) => title);
const missing = await client.GET('/notes/{id}', { params: { path: { id: 7 } } });
const code: string = missing.error!.code;
const refused = await client.POST('/notes', { body: { title: '' }, headers });
const issues = refused.error!.errors!.map(({ name, pointer }) => name ?? pointer);
const removed = await client.DELETE('/notes/{id}', { params: { path: { id } } });
const nothing: undefined = removed.data;
const unauthorized = await client.POST('/notes', { body: { title: 'milk' } });
console.log(JSON.stringify([id, note, titles, code, issues, removed.response.status, nothing ?? null, unauthorized.error!.status]));
await server.close();

export async function wrong(): Promise<void> {
  // @ts-expect-error there is no such path
  await client.GET('/note', {});
  // @ts-expect-error there is no such method
  await client.PUT('/notes', {});
  // @ts-expect-error the path parameter is missing
  await client.GET('/notes/{id}', {});
  // @ts-expect-error the path parameter is a number
  await client.GET('/notes/{id}', { params: { path: { id: 'one' } } });
  // @ts-expect-error the order is 'asc' or 'desc'
  await client.GET('/notes', { params: { query: { order: 'up' } } });
  // @ts-expect-error the body is missing
  await client.POST('/notes', {});
  // @ts-expect-error the title is missing
  await client.POST('/notes', { body: { tags: [] } });
  // @ts-expect-error a note has no author
  note.author;
  // @ts-expect-error a note may have no tags
  note.tags.length;
}`;

const controllers = {
  'app/notes.ts': `${page}
import { Content, text } from '@writ/controllers';
export interface Note { id: number; title: string; at: Date }
export type Change = { kind: 'added'; note: Note } | { kind: 'removed'; id: number };
const notes: Note[] = [];
export class Default extends Controller {
  GET(id: number): Note { return notes[id - 1] ?? this.notFound(); }
  POST({ title, at = new Date(0) }: { title: string; at?: Date }): Change {
    const note = { id: notes.length + 1, title, at };
    notes.push(note);
    return { kind: 'added', note };
  }
  DELETE(id: number): Change { return { kind: 'removed', id }; }
  notFound(): never { throw new HttpError(404); }
}
export class Name extends Controller { GET(): string { return 'notes'; } }
export class About extends Controller { GET(): Content { return text('about'); } }`.replace(
    'import { Content',
    "import { HttpError } from '@writ/http';\nimport { Content",
  ),
};

const useControllers = `
import { loadControllers, Router, Toolkit } from '@writ/controllers';
import { createApiClient } from './client.ts';

const toolkit = new Toolkit();
const { matcher } = await loadControllers({ prefixes: ['app'] });
const server = toolkit.createServer(new Router(toolkit).mount(matcher));
const client = createApiClient({ baseUrl: (await server.listen(0)).url });

const added = await client.POST('/notes', { body: { title: 'milk', at: '2026-11-22T00:00:00.000Z' } });
const change = added.data!;
const title: string = change.kind === 'added' ? change.note.title : '';
const one = await client.GET('/notes/{id}', { params: { path: { id: 1 } } });
const at: string = one.data!.at;
const name: string | undefined = (await client.GET('/notes/name')).data;
const about = await client.GET('/notes/about', { parseAs: 'text' });
const missing = await client.GET('/notes/{id}', { params: { path: { id: 9 } } });
console.log(JSON.stringify([title, at, name, about.response.status, missing.error!.status]));
await server.close();

export async function wrong(): Promise<void> {
  // @ts-expect-error the title is missing
  await client.POST('/notes', { body: {} });
  // @ts-expect-error the name is a string
  const no: number = (await client.GET('/notes/name')).data!;
  // @ts-expect-error only an added note has a note
  change.note;
  void no;
}`;

describe('writ client', () => {
  it('writes a client for annotated classes', async () => {
    const directory = project({ ...tsconfig, 'app.ts': annotated, 'use.ts': useAnnotated });
    const text = await writeClient(directory, 'app.ts');
    expect(text).toMatch(/^\/\/ Written by writ client app\.ts; changes are overwritten\.\n/);
    expect(text).toContain('/** Absent for a note without tags. */');
    expect(runNode(directory, tsc, '--singleThreaded', '-p', '.')).toBe('');
    expect(JSON.parse(String(runNode(directory, '--import', register, 'use.ts')))).toEqual([
      1,
      { id: 1, title: 'milk', tags: ['home'] },
      ['milk'],
      'not-found',
      ['/title'],
      204,
      null,
      401,
    ]);
  });

  it('writes a client for controllers', async () => {
    const directory = project({ ...tsconfig, ...controllers, 'use.ts': useControllers });
    await writeClient(directory, '--prefix=app');
    expect(runNode(directory, tsc, '--singleThreaded', '-p', '.')).toBe('');
    expect(JSON.parse(String(runNode(directory, '--import', register, 'use.ts')))).toEqual([
      'milk',
      '2026-11-22T00:00:00.000Z',
      'notes',
      200,
      404,
    ]);
  });

  it('writes only the types, to standard output, with --types-only', async () => {
    const directory = project(controllers);
    const { status, stdout } = await runShared(directory, ['client', '--prefix=app', '--types-only']);
    expect(status).toBe(0);
    expect(stdout).toContain('export interface paths {');
    expect(stdout).not.toContain('openapi-fetch');
  });

  it('does not replace a file that it did not write', async () => {
    const directory = project({ ...controllers, 'client.ts': 'export const mine = 1;' });
    const { status, stderr } = await runShared(directory, ['client', '--prefix=app', '--out=client.ts']);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'writ: client.ts was not written by writ client and is not replaced\n',
    });
    expect(readFileSync(join(directory, 'client.ts'), 'utf8')).toBe('export const mine = 1;');
  });

  it('reports an error if a file contains several routers', async () => {
    const app = annotated.replaceAll(
      /^export const router.*$/gm,
      (line) => `${line}\n${line.replace('router', 'other')}`,
    );
    const { status, stderr } = await runShared(project({ 'app.ts': app }), ['client', 'app.ts']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'writ: found 2 routers in app.ts: pass a file that exports one\n',
    });
  });
});

it('writ client does not accept files together with --prefix', async () => {
  const { status, stderr } = await runShared(project({}), ['client', 'app.ts', '--prefix=app']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^writ client: pass files or --prefix, not both; /),
  });
});
