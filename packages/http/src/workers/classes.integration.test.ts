import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { array, BodyParam, handle, PathParam, route, Router, Toolkit, type Route } from '../index.ts';
import type { Bindable } from '../kernel.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-classes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
};

const errors = write(
  'errors.mjs',
  `import { HttpError } from '${import.meta.resolve('../errors/http-error.ts')}';
   export class Base extends HttpError { name = 'Base'; constructor(key, options) { super(409, { detail: key, headers: { 'x-key': key }, ...options }); this.key = key; } }
   export class Below extends Base {}
   export class Note { constructor(title) { this.title = title; } get long() { return this.title + '!'; } }
   export class Locked { #key = 1; open() { return this.#key; } }`,
);
const module = write(
  'work.mjs',
  `import { Base, Below, Locked, Note } from '${errors}';
   class Hidden extends Below {}
   class Unknown { show() {} }
   export function below(key) { throw new Below(key, { cause: new Base('cause') }); }
   export function hidden(key) { throw new Hidden(key); }
   export function held(key) { throw Object.assign(new Below(key), { socket: () => 1 }); }
   export function note(title) { return new Note(title); }
   export function isNote(note) { return [note instanceof Note, note.long]; }
   export function areNotes(notes) { return notes.map((note) => note instanceof Note && note.long); }
   export function locked() { return { all: [new Locked()] }; }
   export function unknown() { return [new Unknown()]; }`,
);

interface Shared {
  readonly Base: new () => Error & { readonly key: string };
  readonly Below: new () => Error & { readonly key: string };
  readonly Note: new () => { readonly long: string };
  readonly Locked: new () => object;
}
const { Base, Below, Note, Locked } = (await import(/* @vite-ignore */ errors)) as Shared;

const toolkits: Toolkit[] = [];
afterEach(async () => {
  await Promise.all(toolkits.splice(0).map((toolkit) => toolkit.close()));
});

const blocking = (name: string, binding: Bindable<any>, more: Partial<Route> = {}): Route => ({
  ...route({
    method: 'POST',
    path: binding === title ? `/${name}/{title}` : `/${name}`,
    bindings: [binding],
    handler: () => expect.fail('this ran in the main thread'),
  }),
  blocking: { module, name },
  ...more,
});
const title = PathParam('title', String);
const handler = handle(Base, (error, _request, response) => {
  const cause = error.cause as InstanceType<typeof Base> | undefined;
  response.headers.set('x-is', [error instanceof Below, cause instanceof Base, cause?.key].join(' '));
  response.end(
    `${error.constructor.name} ${error.key} ${error.message} ${error.stack!.includes('work.mjs')}`,
  );
});

describe('a blocking route', () => {
  const start = () => {
    const logger = recordingLogger();
    const toolkit = new Toolkit({ workerPoolSize: 1, logger });
    toolkits.push(toolkit);
    toolkit.registries.writers.register({
      name: 'notes',
      types: [Note],
      instance: {
        write: (note, _request, response) => response.end(`note ${(note as { long: string }).long}`),
      },
    });
    const router = new Router(toolkit).add(
      ...['below', 'hidden', 'held'].map((name) =>
        blocking(name, title, { scopes: [{ handlers: [handler] }] }),
      ),
      blocking('note', title),
      blocking('isNote', BodyParam(Note)),
      blocking('areNotes', BodyParam(array(Note))),
      blocking('locked', title),
      blocking('unknown', title),
    );
    // The transfer of values does not depend on the transport.
    const post = (url: string, json?: unknown) =>
      inject(router, { method: 'POST', url, ...(json !== undefined && { json }) });
    return { post, logger };
  };

  it('throws an instance of a class that its module imports, including its cause', async () => {
    const { post } = start();
    const answer = await post('/below/k');
    expect([answer.status, answer.headers['x-is'], answer.text()]).toEqual([
      409,
      'true true cause',
      'Below k k true',
    ]);
  });

  it("throws an instance of the nearest exported class if the error's own class is not exported", async () => {
    const { post } = start();
    expect((await post('/hidden/k')).text()).toBe('Below k k true');
  });

  it('logs the part of an error that cannot be transferred', async () => {
    const { post, logger } = start();
    expect((await post('/held/k')).text()).toBe('Below k k true');
    expect(logger.lines).toMatchObject([
      {
        level: 'warn',
        message: 'parts of an error could not be transferred from a worker thread',
        data: { omitted: [expect.stringContaining('/socket of the error is a function')] },
      },
    ]);
  });

  it('writes its result with the writer of its class', async () => {
    const { post } = start();
    expect((await post('/note/a')).text()).toBe('note a!');
  });

  it('receives an instance of the class of its body', async () => {
    const { post } = start();
    expect((await post('/isNote', { title: 'a' })).json()).toEqual([true, 'a!']);
    expect((await post('/areNotes', [{ title: 'a' }, { title: 'b' }])).json()).toEqual(['a!', 'b!']);
  });

  it('responds with 500 if its result cannot be transferred, and logs location and fix', async () => {
    const { post, logger } = start();
    expect([(await post('/locked/a')).status, (await post('/unknown/a')).status]).toEqual([500, 500]);
    const logged = logger.lines.map(({ data }) => String((data as { error: unknown }).error));
    expect(logged).toEqual([
      'TypeError: the result of locked cannot be cloned to another thread: /all/0 of the result is an instance of Locked, whose #key cannot be transferred: make it public, or use plain data',
      expect.stringMatching(/^TypeError: the result of POST \/unknown.* write "export class Unknown" once/),
    ]);
  });
});

it('start-up reports private members that prevent a transfer', () => {
  const router = new Router(new Toolkit()).add(
    blocking('isNote', BodyParam(Locked)),
    blocking('note', title, { returns: Locked }),
    blocking('below', title, {
      scopes: [{ handlers: [handle(Locked, (_error, _request, response) => response.end())] }],
    }),
    { ...blocking('unknown', title), handler: function* () {} },
  );
  expect(router.diagnostics().map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    expect.stringMatching(/^error .*body cannot be transferred to a worker thread: Locked has #key$/),
    expect.stringMatching(/^error .*its result cannot be transferred to a worker thread: Locked has #key$/),
    expect.stringMatching(/^warning .*handler of Locked never receives a Locked from a worker thread/),
    expect.stringMatching(
      /^error .*a generator cannot run in a worker thread: its values are not transferred$/,
    ),
  ]);
});
