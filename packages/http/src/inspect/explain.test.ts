import { expect, it } from 'vitest';
import { bearerAuthentication } from '../policies/providers.ts';
import { handle } from '../handle.ts';
import type { RoutingContext } from '../contract/context.ts';
import { BodyParam, Context, HeaderParam, PathParam, QueryParam } from '../binding/params.ts';
import { limits } from '../policies/limits.ts';
import { route } from '../contract/route.ts';
import { Router } from '../router.ts';
import { Toolkit } from '../toolkit.ts';
import { int } from '../types/codecs.ts';
import type { ExplainedPart } from './explanation.ts';

class Note {
  title = '';
}
class Tenant {}

function audit(_context: RoutingContext, next: () => unknown): unknown {
  return next();
}
function other(_context: RoutingContext, next: () => unknown): unknown {
  return next();
}

const short = (choices: readonly ExplainedPart[]): string[] =>
  choices.map(({ what, from }) => `${what} | ${from}`);
const reader = { name: 'NoteReader', types: [Note], instance: { read: () => new Note() } };
const csv = { name: 'Csv', mediaTypes: ['text/csv'], instance: { write: () => {} } };

function example(): Router {
  const toolkit = new Toolkit({ limits: { value: 100 } });
  toolkit.registries.writers.register(csv);
  toolkit.registries.readers.register(reader);
  const router = new Router(toolkit)
    .use(limits({ bodyTime: 5 }))
    .use('/notes/{r:.*}', audit)
    .use('/x', other);
  router.registries.handlers.register({ ...handle(TypeError, () => {}), name: 'OnType' });
  router.registries.providers.register({
    name: 'Tenants',
    types: [Tenant],
    instance: { provide: () => null },
  });
  return router.add(
    route({
      method: 'PUT',
      path: '/notes/{id}',
      bindings: [
        PathParam('id', int),
        QueryParam('loud', Boolean).default('no'),
        HeaderParam('x-a', String),
        Context(Tenant),
        Context(AbortSignal),
        BodyParam(Note),
      ],
      scopes: [
        {
          name: 'class Notes',
          filters: [other],
          limits: { body: 10 },
          headers: [['Cache-Control', 'no-store']],
        },
        {
          name: 'method',
          limits: { time: 50 },
          access: {
            authenticate: { name: 'Tokens', instance: bearerAuthentication(() => null) },
            rule: ['admin'],
          },
          events: [{ event: { name: 'Saved', instance: { execute: () => {} } } }],
          handlers: [{ ...handle(RangeError, () => {}), name: 'OnRange' }],
        },
      ],
      handler: (id) => id,
      origin: { className: 'Notes', method: 'put', file: '/notes.ts', line: 3 },
    }),
    route({
      method: 'GET',
      path: '/notes/{any}',
      bindings: [PathParam('any', String)],
      handler: (any) => any,
    }),
    route({ method: 'PUT', path: '/notes/{rest:.*}', handler: () => 1 }),
  );
}

it("explain returns the plan of a request with each part's scope", () => {
  const { candidates, allow, plan } = example().explain('PUT', '/notes/7?loud=yes');
  expect(allow).toEqual([]);
  expect(candidates.map(({ route: text, chosen, why }) => [text, chosen, why])).toEqual([
    ['PUT /notes/{id}', true, 'is the first match'],
    ['GET /notes/{any}', false, 'answers GET'],
    ['PUT /notes/{rest:.*}', false, 'comes after the match'],
  ]);
  expect(candidates[0]).toMatchObject({
    handler: 'Notes.put',
    from: 'routes',
    origin: { file: '/notes.ts' },
  });
  expect(plan!.row.handler).toBe('Notes.put');
  expect(plan!.values).toEqual(['7']);
  expect(short(plan!.bindings)).toEqual([
    'path id: int = "7" | conversion by its type',
    'query loud: boolean = no | conversion by its type',
    'header x-a: string | conversion by its type',
    'context: Tenant | provider Tenants, router',
    'context: AbortSignal | built in',
    'body: Note | the body',
  ]);
  expect(short(plan!.readers)).toEqual(['NoteReader for Note | toolkit']);
  expect(short(plan!.writers)).toEqual([
    'Csv for text/csv | toolkit',
    'chosen by result type: JSON, text, bytes or a stream | built in',
  ]);
  expect(short(plan!.filters)).toEqual([
    'limited | router',
    'audit | router, for /notes/{r:.*}',
    'other | class Notes',
  ]);
  expect(short(plan!.access)).toEqual(['Tokens | method', 'the role admin | method']);
  expect(short(plan!.headers)).toEqual(['Cache-Control: no-store | class Notes']);
  expect(short(plan!.events)).toEqual(['Saved | method']);
  expect(short(plan!.handlers)).toEqual(['OnRange for RangeError | method', 'OnType for TypeError | router']);
  expect(short(plan!.limits).toSorted()).toEqual([
    'body 10 bytes | class Notes',
    'bodyTime 5 ms | router',
    'names 256 | toolkit',
    'provider 10000 ms | toolkit',
    'time 50 ms | method',
    'value 100 bytes | toolkit',
  ]);
});

it('explain lists the allowed methods if no route matches', () => {
  const router = example();
  const wrong = router.explain('DELETE', '/notes/7');
  expect([wrong.plan, wrong.allow, wrong.candidates.length]).toEqual([undefined, ['GET', 'PUT'], 3]);
  expect(router.explain('GET', '/nowhere')).toEqual({
    method: 'GET',
    path: '/nowhere',
    candidates: [],
    allow: [],
  });
});

it('explain finds the GET route for a HEAD request', () => {
  const { plan, candidates } = example().explain('HEAD', '/notes/7');
  expect(plan!.row.path).toBe('/notes/{any}');
  expect(candidates.map(({ why }) => why)).toEqual(['answers PUT', 'is the first match', 'answers PUT']);
});

it('explain lists only the reader of a parameter and the writer of a scope if they replace all others', () => {
  const own = { name: 'Own', instance: { read: () => new Note(), write: () => {} } };
  const router = example().add(
    route({
      method: 'POST',
      path: '/own',
      bindings: [QueryParam('q', Object).reader(own), BodyParam(Note).reader(own)],
      scopes: [{ name: 'method', writer: own }],
      handler: () => 1,
    }),
    route({ method: 'POST', path: '/plain', bindings: [BodyParam(Uint8Array)], handler: () => 1 }),
    route({ method: 'GET', path: '/no', scopes: [{ access: { rule: 'deny' } }], handler: () => 1 }),
  );
  const { plan } = router.explain('POST', '/own');
  expect(short(plan!.bindings)).toEqual(['query q: object | reader Own, parameter', 'body: Note | the body']);
  expect(short(plan!.readers)).toEqual(['Own | parameter']);
  expect(short(plan!.writers)).toEqual(['Own | method']);
  expect(short(router.explain('POST', '/plain').plan!.readers)).toEqual(['the bytes | built in']);
  expect(short(router.explain('GET', '/no').plan!.access)).toEqual(['denied to everyone | route']);
});

it('explain returns plain data', () => {
  const explanation = example().explain('PUT', '/notes/7');
  expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
});
