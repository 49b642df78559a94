import { describe, expect, it } from 'vitest';
import {
  BodyParam,
  ConstraintExceptionHandler,
  ConstraintException,
  int,
  object,
  QueryParam,
  route,
  Router,
  Toolkit,
} from '../index.ts';
import { openapi } from '../openapi/openapi.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const base = 'https://example.org/problems/';

function routerWith(toolkit: Toolkit): Router {
  return new Router(toolkit).add(
    route({ method: 'GET', path: '/', bindings: [QueryParam('n', int)], handler: (n) => n }),
    route({
      method: 'POST',
      path: '/',
      bindings: [BodyParam(object({ n: int }))],
      handler: ({ n }) => n,
    }),
  );
}

describeTransports('the option problems.base of a toolkit', (serve) => {
  it.each([
    ['/none', 'not-found'],
    ['/?n=x', 'invalid-values'],
    ['/%ff', 'invalid-path'],
  ])('begins the problem type for GET %s', async (url, code) => {
    const client = await serve(routerWith(new Toolkit({ problems: { base }, logger: recordingLogger() })));
    expect((await client(url)).json()).toMatchObject({ type: `${base}${code}`, code });
  });

  it('begins the problem type that ConstraintExceptionHandler writes', async () => {
    const router = routerWith(new Toolkit({ problems: { base } }));
    router.registries.handlers.register({
      name: 'constraints',
      instance: new ConstraintExceptionHandler(),
      types: [ConstraintException],
    });
    const client = await serve(router);
    expect((await client('/?n=x')).json()).toMatchObject({ type: `${base}invalid-values` });
  });

  it('is a URN by default', async () => {
    const client = await serve(routerWith(new Toolkit()));
    expect((await client('/none')).json()).toMatchObject({ type: 'urn:writ:problem:not-found' });
  });
});

it('appears in the OpenAPI document', () => {
  const router = routerWith(new Toolkit({ problems: { base } }));
  const { components } = openapi(router, { info: { title: 'T', version: '1' } });
  expect(components?.schemas?.['Problem']).toMatchObject({
    properties: { type: { description: `${base} followed by the code` } },
  });
});

describe('the check of problems.base', () => {
  it.each([
    base,
    'https://example.org/problems#',
    'https://example.org/?type=',
    'tag:example.org,2026:',
    '/problems/',
  ])('accepts the base %s', (accepted) => {
    expect(new Toolkit({ problems: { base: accepted } }).problems).toEqual({ base: accepted });
  });

  it.each<[unknown, string]>([
    ['', 'Toolkit: problems.base "" is not a URI: write one such as https://example.org/problems/'],
    ['problems/', 'or a path such as /problems/'],
    ['https://example.org/my problems/', 'is not a URI'],
    ['https://example.org/%zz/', 'is not a URI'],
    [7, 'Toolkit: problems.base 7 is not a URI'],
    [
      'https://example.org/problems',
      'does not end with a separator, so "not-found" would follow it directly: write ' +
        '"https://example.org/problems/" or "https://example.org/problems#"',
    ],
  ])('rejects the base %j with a hint', (refused, message) => {
    const create = (): Toolkit => new Toolkit({ problems: { base: refused as string } });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).toThrow(
      expect.objectContaining({ stack: expect.stringContaining('problem-base.test.ts') }),
    );
  });

  it('rejects a misspelled member of problems', () => {
    expect(() => new Toolkit({ problems: { bases: base } as object })).toThrow(
      'Toolkit: problems has no option "bases": did you mean base?',
    );
  });
});
