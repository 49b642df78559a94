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
/** Creates a thenable from a `then` method, which may call its callbacks in unusual ways. */
function thenable(then: (resolve: Take, reject: Take) => void): PromiseLike<unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- thenables are tested here
  return { then } as PromiseLike<unknown>;
}

const CASES: Readonly<Record<string, () => unknown>> = {
  'resolves with a promise': () => thenable((resolve) => resolve(Promise.resolve('value'))),
  'resolves with another thenable': () => thenable((resolve) => resolve(thenable((done) => done('value')))),
  'is the value of a promise': () => Promise.resolve([]).then(() => thenable((resolve) => resolve('value'))),
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
  'is the body of a RestResponse': () =>
    new RestResponse(thenable((resolve) => resolve(Promise.resolve('value')))),
};

describeTransports('a thenable', (serve) => {
  it.each(Object.entries(CASES))('is awaited and sent if it %s', async (_name, handler) => {
    logger.lines.length = 0;
    const client = await serve(
      routerOf(
        route({ method: 'GET', path: '/', handler }),
        route({ method: 'POST', path: '/', bindings: [BodyParam(String)], handler }),
        // With two variants, the first may pass the request to the second.
        route({ method: 'GET', path: '/variant', handler }),
        route({ method: 'GET', path: '/variant', handler: () => 'second' }),
      ),
    );
    expect((await client('/')).text()).toBe('value');
    expect((await client({ method: 'POST', url: '/', body: 'x' })).text()).toBe('value');
    expect((await client('/variant')).text()).toBe('value');
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is awaited if a writer or an exception handler returns it', async () => {
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
  // oxlint-disable-next-line unicorn/no-thenable -- queries of database libraries have this method
  then(resolve: Take): void {
    this.runs += 1;
    resolve('rows');
  }
}

/** A schema with asynchronous validation. */
const later: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'test', validate: async (value) => ({ value }) },
};

describeTransports('a context object with a then() method', (serve) => {
  it.each([
    ['alone', []],
    ['next to an argument that is validated asynchronously', [QueryParam('q', later)]],
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
