/** The OpenAPI document of controllers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { Application, type ApplicationOptions } from './fetch-application.ts';
import type { ControllersTable } from './table/table.ts';
import { writeTable } from './table/write-table.ts';

const info = { title: 'Notes', version: '1' };
const files = {
  'app/notes.ts': `
    import { Controller } from '@writ/controllers';
    import { z } from 'zod';
    export const NewNote = z.object({ title: z.string().min(1).describe('What it is about'), rank: z.number().default(3) });
    interface Shown {
      /** Whether to use capital letters. */
      loud?: boolean;
      since?: Date;
    }
    export class Default extends Controller {
      /**
       * One note. It must be there.
       * @param id which one
       */
      GET(id = 7, { loud = false, since = new Date(0) }: Shown = {}) { return { id, loud, since }; }
      POST(note: z.infer<typeof NewNote>): z.infer<typeof NewNote> { return note; }
      /**
       * @returns all notes
       * @throws {503} if the store is busy
       * @header {503} Retry-After the number of seconds to wait
       * @header {200} X-Total
       * @example {200} [{"loud":true}]
       * @example {200} []
       * @example {503} busy
       * @deprecated use another one
       */
      PUT(): Promise<Shown[]> { return Promise.resolve([]); }
    }`,
  'app/users/[name]/index.ts': `
    import { Controller } from '@writ/controllers';
    interface Named {
      /** Name of the caller. */
      name: string;
      limit?: number;
    }
    export class Default extends Controller { GET({ name, limit = 10 }: Named) { return { name, limit }; } }`,
};

type Json = Record<string, any>;

async function get(application: Application, path: string): Promise<Response> {
  return application.fetch(new Request(`http://localhost${path}`));
}

async function serve(options: Partial<ApplicationOptions> = {}): Promise<Application> {
  return Application.factory({ directory: createLayout(files), prefixes: ['app'], ...options });
}

it('the document contains JSDoc, defaults and the constraints of schemas', async () => {
  const response = await get(await serve({ openapi: { info } }), '/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  const { openapi, paths, ...rest } = (await response.json()) as Json;
  expect([openapi, rest['info']]).toEqual(['3.1.1', info]);
  expect(paths['/notes/{id}'].get).toMatchObject({
    operationId: 'getNotesById',
    summary: 'One note',
    description: 'One note. It must be there.',
    parameters: [
      { in: 'path', name: 'id', description: 'which one', schema: { type: 'number' } },
      {
        in: 'query',
        name: 'loud',
        required: false,
        description: 'Whether to use capital letters.',
        schema: { default: false },
      },
      { in: 'query', name: 'since', required: false, description: 'Default: `new Date(0)`.' },
    ],
  });
  expect(paths['/notes'].get.parameters).toContainEqual(
    expect.objectContaining({ in: 'query', name: 'id', schema: { type: 'number', default: 7 } }),
  );
  const { schema } = paths['/notes'].post.requestBody.content['application/json'];
  expect(schema).toMatchObject({
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1, description: 'What it is about' },
      rank: { type: 'number', default: 3 },
    },
  });
  expect(paths['/notes'].put).toMatchObject({
    deprecated: true,
    responses: {
      200: {
        description: 'all notes',
        headers: { 'X-Total': { schema: { type: 'string' } } },
        content: {
          'application/json': { examples: { example: { value: [{ loud: true }] }, example2: { value: [] } } },
        },
      },
      503: {
        description: 'if the store is busy',
        headers: { 'Retry-After': { description: 'the number of seconds to wait' } },
        content: { 'application/problem+json': { examples: { example: { value: 'busy' } } } },
      },
    },
  });
  expect(paths['/notes'].put.responses['200'].content['application/json'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Shown' },
  });
  expect(rest['components'].schemas.Shown.properties).toEqual({
    loud: { type: 'boolean', description: 'Whether to use capital letters.' },
    since: { type: 'string', format: 'date-time' },
  });
  const created = paths['/notes'].post.responses['200'].content['application/json'].schema;
  expect(created).toMatchObject({ required: ['title', 'rank'] });
  expect(paths['/users/{name}'].get.parameters).toMatchObject([
    { in: 'path', name: 'name', description: 'Name of the caller.' },
    { in: 'query', name: 'limit', schema: { type: 'number', default: 10 } },
  ]);
});

it('the reference page is served at /reference', async () => {
  const page = await get(await serve({ openapi: { info } }), '/reference');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('which one');
  const without = await serve({ openapi: { info, reference: false, path: '/api.json' } });
  expect((await get(without, '/reference')).status).toBe(404);
  expect((await get(without, '/api.json')).status).toBe(200);
});

it('the document takes precedence over a controller that matches every path', async () => {
  const all = {
    'app.ts': 'export class Default extends Controller { GET(...segments: string[]) { return segments; } }',
  };
  const application = await serve({ directory: createLayout(all), openapi: { info } });
  expect(await (await get(application, '/openapi.json')).json()).toMatchObject({ info });
  expect((await get(application, '/reference')).headers.get('content-type')).toContain('text/html');
  expect(await (await get(application, '/other.json')).json()).toEqual(['other.json']);
});

it('the document is not served without the option openapi', async () => {
  const application = await serve();
  expect((await get(application, '/openapi.json')).status).toBe(404);
  expect((await get(application, '/reference')).status).toBe(404);
});

it.each([undefined, '/pages'])('a built table produces the same document, mounted at %s', async (path) => {
  const directory = createLayout(files);
  const output = join(directory, 'controllers.gen.ts');
  const { text } = await writeTable({ directory, prefixes: ['app'], output });
  writeFileSync(output, text!);
  const { controllers } = (await import(pathToFileURL(output).href)) as { controllers: ControllersTable };
  const options = { openapi: { info }, ...(path !== undefined && { path }) };
  const written = await get(Application.from(controllers, options), '/openapi.json');
  const found = await get(
    await Application.factory({ directory, prefixes: ['app'], ...options }),
    '/openapi.json',
  );
  const document = (await written.json()) as Json;
  expect(document).toEqual(await found.json());
  expect(Object.keys(document['paths'])).toContain(`${path ?? ''}/notes/{id}`);
});
