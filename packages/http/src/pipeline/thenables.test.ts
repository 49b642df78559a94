import { expect, it } from 'vitest';
import {
  BodyParam,
  Context,
  HttpResponse,
  QueryParam,
  RestResponse,
  Router,
  Toolkit,
  handle,
  route,
  type Route,
  type StandardSchemaV1,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const routerOf = (...routes: Route[]): Router => new Router(new Toolkit({ logger })).add(...routes);

type Take = (value: unknown) => void;
/** A thenable that calls its callbacks in unusual ways. */
function thenable(then: (resolve: Take, reject: Take) => void): PromiseLike<unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- these are what is tested
  return { then } as PromiseLike<unknown>;
}

const CASES: Readonly<Record<string, () => unknown>> = {
  'gives a promise': () => thenable((resolve) => resolve(Promise.resolve('value'))),
  'gives another thenable': () => thenable((resolve) => resolve(thenable((done) => done('value')))),
  'is a promise of one': () => Promise.resolve([]).then(() => thenable((resolve) => resolve('value'))),
  'resolves twice': () =>
    thenable((resolve) => {
      resolve('value');
      resolve('another');
    }),
  'resolves and rejects': () =>
    thenable((resolve, reject) => {
      resolve('value');
      reject(new Error('late'));
    }),
  'resolves and throws': () =>
    thenable((resolve) => {
      resolve('value');
      throw new Error('late');
    }),
  'is the body of a response': () =>
    new RestResponse(thenable((resolve) => resolve(Promise.resolve('value')))),
};

describeTransports('a thenable that', (serve) => {
  it.each(Object.entries(CASES))('%s', async (_name, give) => {
    logger.lines.length = 0;
    const client = await serve(
      routerOf(
        route({ method: 'GET', path: '/', handler: give }),
        route({ method: 'POST', path: '/', bindings: [BodyParam(String)], handler: give }),
        // Of two the first may leave the request to the second.
        route({ method: 'GET', path: '/variant', handler: give }),
        route({ method: 'GET', path: '/variant', handler: () => 'second' }),
      ),
    );
    expect((await client('/')).text()).toBe('value');
    expect((await client({ method: 'POST', url: '/', body: 'x' })).text()).toBe('value');
    expect((await client('/variant')).text()).toBe('value');
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is returned by a writer or an exception handler is awaited', async () => {
    const later = (response: HttpResponse): PromiseLike<void> =>
      thenable((resolve) => {
        setTimeout(() => {
          response.end('value');
          resolve(undefined);
        }, 5);
      }) as PromiseLike<void>;
    const router = routerOf(
      route({
        method: 'GET',
        path: '/writer',
        scopes: [
          {
            writer: {
              name: 'later',
              instance: { write: (_result, _request, response) => later(response) as Promise<void> },
            },
          },
        ],
        handler: () => 1,
      }),
      route({
        method: 'GET',
        path: '/handler',
        scopes: [
          { handlers: [handle(TypeError, (_error, _request, response) => later(response) as Promise<void>)] },
        ],
        bindings: [Context(HttpResponse)],
        handler: () => Promise.reject(new TypeError('x')),
      }),
    );
    const client = await serve(router);
    expect((await client('/writer')).text()).toBe('value');
    expect((await client('/handler')).text()).toBe('value');
  });
});

class Query {
  runs = 0;
  // oxlint-disable-next-line unicorn/no-thenable -- queries of database libraries are such
  then(resolve: Take): void {
    this.runs += 1;
    resolve('rows');
  }
}

/** A schema whose result is promised. */
const later: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'test', validate: async (value) => ({ value }) },
};

describeTransports('a context object with a method then', (serve) => {
  it.each([
    ['alone', []],
    ['beside an argument that is promised', [QueryParam('q', later)]],
  ])('reaches the handler unchanged, %s', async (_name, bindings) => {
    const query = new Query();
    let given: { readonly object: unknown } | undefined;
    const client = await serve(
      routerOf(
        route({
          method: 'GET',
          path: '/',
          scopes: [{ filters: [({ data }, next) => (data.set(Query, query), next())] }],
          bindings: [Context(Query), ...bindings],
          handler: (object: unknown) => {
            given = { object };
            return 'done';
          },
        }),
      ),
    );
    expect((await client('/?q=1')).text()).toBe('done');
    expect(given!.object).toBe(query);
    expect(query.runs).toBe(0);
  });
});
