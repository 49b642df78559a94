/** Declared result types describe responses in the OpenAPI document. */
import { validate } from '@readme/openapi-parser';
import { afterEach, expect, it } from 'vitest';
import { compilerSettings, createProject, type Project } from '../../test/project.ts';
import { runApp } from '../../test/shared-import.ts';

let project: Project | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

const notes = `
  /** A note. */
  export interface Note {
    /** The number of the note. */
    id: number;
    title: string;
    replies?: Note[];
  }
  export interface Page<T> { items: T[]; next: string | null }`;

const app = `
  import { GET, HttpResponse, Context, int, Path, PathParam, POST, PUT, RestResponse, RestRouter, Toolkit } from '@writ/annotations';
  import { openapi } from '@writ/http/openapi';
  import type { Note, Page } from './notes.js';

  const note: Note = { id: 1, title: 'milk' };

  export abstract class Listing {
    @GET('/') list(): Page<Note> { return { items: [note], next: null }; }
  }

  @Path('/notes')
  export class Notes extends Listing {
    /**
     * Returns a note. It must exist.
     *
     * @summary One note
     * @param _id the number of the note
     * @returns the note
     * @throws {404} if there is no such note
     * @throws {409}
     * @tags reading, notes
     */
    @GET('/{id}', PathParam('id', int)) async one(_id: number): Promise<Note | undefined> { return note; }
    @POST('/') add(): RestResponse<Note, 201> { return RestResponse.created('/notes/1', note); }
    @PUT('/', Context(HttpResponse)) replace(_response: HttpResponse): string { return 'ok'; }
    @POST('/untyped') untyped() { return note; }
    /** @hidden */
    @GET('/internal') internal() {}
  }

  /** @deprecated */
  @Path('/old')
  export class Old {
    /** Do not use this. */
    @GET('/') get() {}
  }

  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const router = RestRouter.register(new Toolkit({ logger: silent }), Notes, Old);
  console.log(JSON.stringify(openapi(router, { info: { title: 'Notes', version: '1' } })));`;

async function expectDocument(stdout: string): Promise<void> {
  const document = JSON.parse(stdout);
  const result = await validate(structuredClone(document));
  expect(result.valid ? result.warnings : result.errors).toEqual([]);
  const { paths, components } = document;
  const json = (name: string): object => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  expect(paths['/notes/{id}'].get.responses).toMatchObject({
    200: { content: json('Note') },
    204: { description: 'the note' },
  });
  expect(paths['/notes/{id}'].get).toMatchObject({
    summary: 'One note',
    description: 'Returns a note. It must exist.',
    tags: ['reading', 'notes'],
    parameters: [{ name: 'id', description: 'the number of the note' }],
    responses: {
      200: { description: 'the note' },
      404: {
        description: 'if there is no such note',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
      409: { description: 'Conflict' },
    },
  });
  expect(paths['/old'].get).toMatchObject({ summary: 'Do not use this', deprecated: true });
  expect(Object.keys(paths)).not.toContain('/notes/internal');
  expect(components.schemas.Note).toMatchObject({
    description: 'A note.',
    properties: { id: { description: 'The number of the note.' } },
  });
  expect(paths['/notes'].get.responses['200'].content).toEqual(json('Page_Note'));
  expect(paths['/notes'].post.responses['201'].content).toEqual(json('Note'));
  expect(paths['/notes'].put.responses['2XX'].content).toEqual({
    'text/plain': { schema: { type: 'string' } },
  });
  expect(components.schemas.Page_Note.properties).toEqual({
    items: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
    next: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  });
  expect(components.schemas.Note).toMatchObject({
    required: ['id', 'title'],
    properties: { replies: { items: { $ref: '#/components/schemas/Note' } } },
  });
}

it('the register hook records declared results', async () => {
  const files = { 'notes.ts': notes, 'app.ts': app.replace('./notes.js', './notes.ts') };
  const { stdout, stderr } = await runApp(files);
  expect(stderr).toBe('');
  await expectDocument(stdout);
  const { paths } = JSON.parse(stdout);
  expect(Object.keys(paths['/notes/untyped'].post.responses)).toContain('2XX');
});

it('compiled code describes its results by its declaration files', async () => {
  project = createProject({
    'tsconfig.json': compilerSettings(),
    'src/notes.ts': notes,
    'src/app.ts': app,
  });
  project.compile('--noCheck');
  const { stdout, stderr } = project.node('out/app.js');
  expect(stderr).toBe('');
  await expectDocument(stdout);
  // The compiler writes inferred types into declaration files.
  const { paths } = JSON.parse(stdout);
  expect(paths['/notes/untyped'].post.responses['200'].content).toHaveProperty(['application/json']);
});
