import { describe, expect, it } from 'vitest';
import { RestResponse, route, Router, Toolkit, type Route } from '../../index.ts';
import type { DeclaredResult } from '../../kernel.ts';
import { inject } from '../../testing/inject.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';

const note: DeclaredResult = {
  form: 'json',
  schema: {
    $ref: '#/$defs/Note',
    $defs: {
      Note: {
        type: 'object',
        properties: { id: { type: 'number' }, at: { type: 'string', format: 'date-time' } },
        required: ['id'],
      },
    },
  },
};
const text: DeclaredResult = { form: 'text', schema: { type: 'string' } };
const none: DeclaredResult = { form: 'none' };

/** Returns the status and the logged error of a route with this result. */
async function respond(
  results: readonly DeclaredResult[],
  result: unknown,
  { validateResponses = true, ...rest }: { validateResponses?: boolean } & Partial<Route> = {},
): Promise<readonly [status: number, message: string | undefined]> {
  const logger = recordingLogger();
  const router = new Router(new Toolkit({ logger, validateResponses })).add({
    ...route({
      method: 'GET',
      path: '/notes',
      handler: function one() {
        return result;
      },
    }),
    results,
    ...rest,
  });
  const { status, text: body } = await inject(router, '/notes');
  const line = logger.lines.find(({ level }) => level === 'error');
  const { error } = (line?.data ?? {}) as { error?: Error };
  if (error !== undefined) expect(body()).not.toContain('must be');
  return [status, error?.message];
}

describe('a toolkit that validates responses', () => {
  it.each<[string, readonly DeclaredResult[], unknown, number?]>([
    ['an object', [note], { id: 1, at: new Date(0), more: true }],
    ['a promise', [note], Promise.resolve({ id: 1 })],
    ['one of two forms', [note, text], 'none'],
    ['no result', [note, none], undefined, 204],
    ['a declared status', [{ ...note, status: 201 }], RestResponse.created('/1', { id: 1 }), 201],
    ['the status of a plain result', [{ ...note, status: 200 }], { id: 1 }],
    ['bytes', [{ form: 'bytes' }], new Uint8Array(1)],
    ['a stream', [{ form: 'items', schema: { type: 'number' } }], [1].values()],
    ['any value', [{ form: 'unknown' }], 1],
    ['any status', [note, { form: 'unknown' }], RestResponse.status(202, 'later'), 202],
  ])('sends %s as declared', async (_name, results, result, status = 200) => {
    expect(await respond(results, result)).toEqual([status, undefined]);
  });

  it.each<[string, readonly DeclaredResult[], unknown, string]>([
    ['an object', [note], { id: 'one' }, '/id: must be a number, not a string'],
    ['a promise', [note], Promise.resolve([]), 'the result: must be an object, not an array'],
    ['a number that JSON cannot represent', [note], { id: NaN }, '/id: must be a number, not null'],
    ['a string', [note], '{"id":1}', 'the result: must be an object, not a string'],
    [
      'no result',
      [note],
      undefined,
      'the result: must be a value that can be written as JSON, not undefined',
    ],
    [
      'an unexpected result',
      [none],
      { id: 1 },
      'the result: must be undefined, not a value that can be written as JSON',
    ],
    ['a stream', [text], [1].values(), 'the result: must be a string, not bytes or a stream'],
    [
      'an undeclared status',
      [note],
      RestResponse.status(202, { id: 1 }),
      'the result: the status must be 200, not 202',
    ],
    [
      'the body of a status',
      [note, { ...text, status: 404 }],
      RestResponse.status(404, { id: 1 }),
      'the result: must be a string, not an object',
    ],
    [
      'a body that is a promise',
      [{ ...note, status: 201 }],
      RestResponse.status(201, Promise.resolve({})),
      '/id: is missing',
    ],
  ])(
    'responds with 500 for %s, and logs the location and the differences',
    async (_name, results, result, detail) => {
      const [status, message] = await respond(results, result);
      expect(status).toBe(500);
      expect(message).toMatch(
        /^the result of GET \/notes \(one\) at .*declared-results\.test\.ts:\d+:\d+ does not match its declared type:/,
      );
      expect(message).toContain(`\n    ${detail}`);
      expect(message).not.toContain(' more');
    },
  );

  it('lists 10 differences without values, and the number of remaining ones', async () => {
    const results = [{ form: 'json', schema: { items: { type: 'number' } } }] as const;
    const [, message] = await respond(
      results,
      Array.from({ length: 15 }, () => 'secret'),
    );
    expect(message?.split('\n')).toHaveLength(12);
    expect(message).toMatch(/\n {4}and 5 more$/);
    expect(message).not.toContain('secret');
  });

  it('allows the statuses that the route documents', async () => {
    const conflict = RestResponse.status(409, 'x');
    expect(await respond([note], conflict, { responses: { 409: {} } })).toEqual([409, undefined]);
  });

  it.each<[string, Parameters<typeof respond>[2]]>([
    ['is not set', { validateResponses: false }],
    ['is left to the front end', { checksResults: true }],
  ])('sends any result if the option %s', async (_name, options) => {
    expect(await respond([note], { id: 'one' }, options)).toEqual([200, undefined]);
  });

  it('sends any result of a route that produces no JSON', async () => {
    expect(await respond([note], { toString: () => 'a' }, { produces: ['text/csv'] })).toEqual([
      200,
      undefined,
    ]);
  });
});
