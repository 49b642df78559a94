/**
 * Routes with every kind of binding, type, path, body, access rule and policy that an OpenAPI document can describe.
 */
import { Secret } from '@writ/diagnostics';
import { z } from 'zod';
import {
  anything,
  array,
  BeanParam,
  bearer,
  bearerAuthentication,
  basic,
  BodyParam,
  codec,
  Context,
  CookieParam,
  FileUpload,
  FormParam,
  HeaderParam,
  int,
  isoDate,
  limits,
  MatrixParam,
  nullable,
  object,
  oneOf,
  optional,
  PathParam,
  QueryParam,
  rateLimit,
  route,
  Router,
  RoutingContext,
  sessionAuthentication,
  Toolkit,
  User,
  uuid,
  version,
  type Route,
} from '../index.ts';
import { recordingLogger } from './recording-logger.ts';

const Address = z.object({ street: z.string() }).meta({ id: 'Address' });
const Person = z
  .object({
    name: z.string().min(1),
    age: z.int().min(0).optional(),
    address: Address.optional(),
    get friends(): z.ZodOptional<z.ZodArray<z.ZodType>> {
      return z.array(Person).optional();
    },
  })
  .meta({ id: 'Person' });

class Plain {
  title = '';
}

class Checked {
  static schema = z.object({ title: z.string() });
}

class Page {
  limit = 10;
}

const Colour = { red: 'r', green: 'g' } as const;
const even = codec<number>({
  name: 'even',
  json: 'number',
  schema: { type: 'integer', multipleOf: 2 },
  parse: (text) => {
    if (!/^-?\d*[02468]$/.test(text)) throw new Error('must be even');
    return Number(text);
  },
});

export const SECRET: string = 'correct-horse-battery-staple';

const done = (): string => 'done';
const get = (path: string, ...bindings: readonly any[]): Route =>
  route({ method: 'GET', path, bindings, handler: done });
const post = (path: string, ...bindings: readonly any[]): Route =>
  route({ method: 'POST', path, bindings, handler: done });

const user: User = { principal: { name: 'ann' }, authorizations: { own: ['admin'] } };
const tokens = { name: 'Tokens', instance: bearerAuthentication(() => user) };
const sessions = { name: 'Sessions', instance: sessionAuthentication('sid', () => user) };

export function everyRoute(): Router {
  return new Router(new Toolkit({ logger: recordingLogger() })).add(
    // Paths.
    get('/'),
    get(String.raw`/notes/{id:\d{4}}`, PathParam('id', int)),
    get(String.raw`/dates/{y:\d{4}}-{m:\d{2}}`, PathParam('y', String), PathParam('m', String)),
    get('/short/:slug', PathParam('slug', String)),
    get(String.raw`/shorter/:n:\d+`, PathParam('n', int)),
    get('/files/{path:.*}', PathParam('path', String)),
    get('/some/{path:.+}', PathParam('path', String)),
    get('/unbound/{thing}'),
    get('/odd name/{id}:x/a=b', PathParam('id', uuid)),
    get(String.raw`/brace\{s\}`),
    get(
      '/matrix/{at}',
      PathParam('at', String),
      MatrixParam('x', Number),
      MatrixParam('y', optional(array(int))),
    ),
    get('/matrix/own/{x}', PathParam('x', String), MatrixParam('x', String)),
    // String values.
    get(
      '/texts',
      QueryParam('n', Number),
      QueryParam('text', optional(String)),
      QueryParam('flag', Boolean).default('yes'),
      QueryParam('page', int).default('1'),
      QueryParam('tags', optional(array(String))),
      QueryParam('raw', optional(String)).raw(),
      QueryParam('big', optional(BigInt)),
      QueryParam('when', optional(Date)),
      QueryParam('day', optional(isoDate)),
      QueryParam('colour', optional(Colour)),
      QueryParam('kind', optional(oneOf('a', 'b'))),
      QueryParam('version', { kind: 'template', of: ['v', BigInt] }),
      QueryParam('size', { kind: 'union', of: [oneOf('auto'), Number] }),
      QueryParam('even', optional(even)),
      QueryParam('at', optional(URL)),
      QueryParam('zod', z.coerce.number().int().min(1).default(5)),
      QueryParam('least', int).valid(z.number().min(3)),
      HeaderParam('X-Trace', optional(String)),
      HeaderParam('X-List', optional(array(int))),
      HeaderParam('Accept', optional(String)),
      CookieParam('theme', optional(oneOf('dark', 'light'))),
      BeanParam({ type: Page, fields: { limit: QueryParam('limit', optional(int)) } }),
      Context(RoutingContext),
    ),
    // Bodies.
    post('/people', BodyParam(Person)),
    post('/addresses', BodyParam(optional(Address))),
    post('/plain', BodyParam(Plain)),
    post('/checked', BodyParam(Checked)),
    post('/list', BodyParam(array(int))),
    post('/text', BodyParam(String)),
    post('/bytes', BodyParam(Uint8Array)),
    post('/number', BodyParam(Number).default('3')),
    post(
      '/object',
      BodyParam(
        object({
          title: String,
          count: optional(int),
          note: nullable(String),
          any: optional(anything),
          pair: { kind: 'tuple', of: [String, int] },
          inner: optional(object({ a: Boolean }, String)),
        }),
      ),
    ),
    post('/form', FormParam('title', String), FormParam('tags', optional(array(String)))),
    post('/upload', FormParam('title', optional(String)), FormParam('file', FileUpload)),
    route({
      method: 'PUT',
      path: '/xml',
      consumes: 'application/xml',
      bindings: [BodyParam(String)],
      handler: done,
    }),
    // Routes that share one path in OpenAPI.
    route({
      method: 'POST',
      path: '/variant',
      consumes: 'application/json',
      bindings: [BodyParam(Person)],
      handler: done,
    }),
    route({
      method: 'POST',
      path: '/variant',
      consumes: 'text/plain',
      bindings: [BodyParam(String)],
      handler: done,
    }),
    get(String.raw`/either/{id:\d+}`, PathParam('id', int)),
    get('/either/{name}', PathParam('name', String)),
    route({
      method: 'PATCH',
      path: '/either/{other}',
      bindings: [PathParam('other', String)],
      handler: done,
    }),
    // Methods.
    route({ method: 'ANY', path: '/any', handler: done }),
    route({ method: 'PUT', path: '/any', description: 'Its own.', handler: done }),
    route({ method: 'PROPFIND', path: '/dav', handler: done }),
    // Results.
    route({
      method: 'GET',
      path: '/result',
      produces: ['application/json', 'text/csv'],
      returns: array(Person),
      description: 'All of them. In the order of their names.',
      handler: function everybody() {
        return [];
      },
    }),
    // Access and policies.
    route({ method: 'GET', path: '/me', scopes: [{ access: { authenticate: tokens } }], handler: done }),
    route({
      method: 'GET',
      path: '/admin',
      scopes: [{ access: { authenticate: sessions, rule: ['admin', 'root'] } }],
      handler: done,
    }),
    route({ method: 'GET', path: '/denied', scopes: [{ access: { rule: 'deny' } }], handler: done }),
    route({
      method: 'GET',
      path: '/guarded',
      scopes: [
        {
          filters: [
            basic(() => true),
            bearer(new Secret(SECRET)),
            rateLimit({ limit: 5, window: 1000 }),
            version(['v1']),
            limits({ time: 1000 }),
          ],
        },
      ],
      handler: done,
    }),
    route({ method: 'GET', path: '/hidden', hidden: true, handler: done }),
  );
}
