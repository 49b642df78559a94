/** Applications of both front ends, and programs that use their clients, which `writ client` writes to `client.ts`. */
import { page } from './project.ts';

export const annotated = `
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

export const useAnnotated = `
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

export const controllers: Readonly<Record<string, string>> = {
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

export const useControllers = `
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
