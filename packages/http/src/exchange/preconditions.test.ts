import { expect, it } from 'vitest';
import { Context, evaluatePreconditions, HttpRequest, route, Router, Toolkit } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { describeTransports } from '../testing/transports.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import type { ResourceState } from './preconditions.ts';

const modified = new Date('2026-05-04T10:20:30.987Z');
const atModification = 'Mon, 04 May 2026 10:20:30 GMT';
const before = 'Mon, 04 May 2026 10:20:29 GMT';
const both: ResourceState = { etag: '"v1"', lastModified: modified };

/** A router that responds with 200 and `done` if the preconditions of a request are met. */
function serving(current: ResourceState | undefined, options?: { readonly required?: boolean }): Router {
  return new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({
      method: 'ANY',
      path: '/',
      bindings: [Context(HttpRequest)],
      handler: (request) => evaluatePreconditions(request, current, options) ?? 'done',
    }),
  );
}

describeTransports('evaluatePreconditions', (serve) => {
  it.each<[string, ResourceState | undefined, Record<string, string>, number]>([
    ['GET', both, {}, 200],
    ['GET', both, { 'if-none-match': '"v1"' }, 304],
    ['HEAD', both, { 'if-none-match': '"v0", W/"v1"' }, 304],
    ['GET', both, { 'if-none-match': '*' }, 304],
    ['GET', both, { 'if-none-match': '"v0"' }, 200],
    ['GET', both, { 'if-none-match': '"v0"', 'if-modified-since': atModification }, 200],
    ['GET', both, { 'if-modified-since': atModification }, 304],
    ['GET', both, { 'if-modified-since': before }, 200],
    ['GET', both, { 'if-modified-since': 'yesterday' }, 200],
    ['GET', { etag: 'W/"v1"' }, { 'if-none-match': '"v1"' }, 304],
    ['GET', { etag: '"v1"' }, { 'if-modified-since': atModification }, 200],
    ['GET', { lastModified: modified }, { 'if-none-match': '"v1"' }, 200],
    ['GET', { lastModified: modified }, { 'if-none-match': '*' }, 304],
    ['PUT', both, { 'if-match': '"v0", "v1"' }, 200],
    ['PUT', both, { 'if-match': '"v0"' }, 412],
    ['GET', both, { 'if-match': '"v0"' }, 412],
    ['PUT', both, { 'if-match': '*' }, 200],
    ['PUT', both, { 'if-match': '"v1"', 'if-unmodified-since': before }, 200],
    ['PUT', { etag: 'W/"v1"' }, { 'if-match': 'W/"v1"' }, 412],
    ['PUT', both, { 'if-unmodified-since': atModification }, 200],
    ['PUT', both, { 'if-unmodified-since': before }, 412],
    ['DELETE', { etag: '"v1"' }, { 'if-unmodified-since': before }, 200],
    ['PUT', both, { 'if-none-match': '*' }, 412],
    ['PUT', both, { 'if-none-match': '"v1"' }, 412],
    ['PUT', both, { 'if-modified-since': atModification }, 200],
    ['PUT', undefined, { 'if-none-match': '*' }, 200],
    ['PUT', undefined, { 'if-match': '*' }, 412],
    ['PUT', undefined, { 'if-unmodified-since': before }, 200],
  ])('for %s and the resource %j, headers %j result in %s', async (method, current, headers, status) => {
    const client = await serve(serving(current));
    const answer = await client({ method, url: '/', headers });
    expect(answer.status).toBe(status);
    if (status === 304) expect(answer.body).toHaveLength(0);
    if (status === 412) expect(answer.json()).toMatchObject({ title: 'Precondition Failed' });
  });

  it.each<[string, ResourceState | undefined, Record<string, string>, number]>([
    ['PUT', both, {}, 428],
    ['PATCH', both, { 'if-unmodified-since': atModification }, 428],
    ['DELETE', both, { 'if-none-match': '"v0"' }, 428],
    ['PUT', undefined, {}, 428],
    ['PUT', both, { 'if-match': '"v0"' }, 412],
    ['PUT', both, { 'if-match': '"v1"' }, 200],
    ['PUT', both, { 'if-none-match': '*' }, 412],
    ['PUT', undefined, { 'if-none-match': '*' }, 200],
    ['GET', both, {}, 200],
    ['HEAD', both, {}, 200],
  ])('with `required`, %s for %j with headers %j results in %s', async (method, current, headers, status) => {
    const client = await serve(serving(current, { required: true }));
    const answer = await client({ method, url: '/', headers });
    expect(answer.status).toBe(status);
    if (status === 428)
      expect(answer.json()).toMatchObject({
        code: 'precondition-required',
        title: 'Precondition Required',
        detail: 'send the ETag of the resource in If-Match',
      });
  });

  it('sends the validators in responses to GET, including 304, but not in the response to a change', async () => {
    const client = await serve(serving(both));
    const validators = { etag: '"v1"', 'last-modified': atModification };
    expect((await client('/')).headers).toMatchObject(validators);
    const cached = await client({ url: '/', headers: { 'if-none-match': '"v1"' } });
    expect(cached.headers).toMatchObject(validators);
    expect(cached.headers).not.toHaveProperty('content-type');
    const changed = await client({ method: 'PUT', url: '/' });
    expect(changed.headers).not.toHaveProperty('etag');
    expect(changed.headers).not.toHaveProperty('last-modified');
  });
});

it.each<[unknown, string]>([
  [{}, 'evaluatePreconditions: pass etag, lastModified or both, or undefined if the resource does not exist'],
  [{ tag: '"v1"' }, 'evaluatePreconditions has no option "tag": did you mean etag?'],
  [{ etag: 'v1' }, `evaluatePreconditions: etag must be in quotes, such as '"v1"' or 'W/"v1"'`],
  [{ lastModified: new Date(NaN) }, 'evaluatePreconditions: lastModified must be a valid Date'],
  [{ lastModified: 1 }, 'evaluatePreconditions: lastModified must be a valid Date'],
])('evaluatePreconditions rejects %j', async (current, message) => {
  const errors: unknown[] = [];
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpRequest)],
      handler(request) {
        try {
          return evaluatePreconditions(request, current as ResourceState);
        } catch (error) {
          errors.push(error);
          return undefined;
        }
      },
    }),
  );
  await inject(router, '/');
  expect(errors).toEqual([new TypeError(message)]);
});
