import { expect, it } from 'vitest';
import { PathParam, route, Router, Toolkit, type Route } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { parsePattern } from './pattern.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });

/** Creates a route from a line such as `GET /a/{x} 5`. It responds with the line and the values of its variables. */
function echoRoute(line: string): Route {
  const [method = '', path = '', order] = line.split(' ');
  const bindings = parsePattern(path).names.map((name) => PathParam(name, String));
  return route({
    method,
    path,
    ...(order && { order: Number(order) }),
    bindings,
    handler: (...values: unknown[]) => [line, ...values],
  });
}

function routerOf(...lines: readonly string[]): Router {
  return new Router(toolkit).add(...lines.map(echoRoute));
}

describeTransports('request paths', (serve) => {
  it.each([
    // The target as sent, the route that matches, and the values of the variables.
    ['/test/match/hello/world', 'GET /test/match/{this}/{that}', 'hello', 'world'],
    ['/test/match2/hello/world', 'GET /test/match2/:this/{that}', 'hello', 'world'],
    ['/a%20b/echo/c%2Bd', 'GET /{root}/echo/{param}', 'a b', 'c+d'],
    ['/a+b/echo/c', 'GET /{root}/echo/{param}', 'a+b', 'c'],
    ['/x/echo/a%2Fb', 'GET /{root}/echo/{param}', 'x', 'a/b'],
    ['/x/./y/../echo/%2e/b', 'GET /{root}/echo/{param}', 'x', 'b'],
    ['/x;a=1/echo;b/c;d=%zz', 'GET /{root}/echo/{param}', 'x', 'c'],
    ['//x///echo//c/', 'GET /{root}/echo/{param}', 'x', 'c'],
    ['/1.0', 'GET /1.0'],
    ['/notes:search', 'GET /notes:search'],
    ['/file-7.tar.txt', 'GET /file-{id}.txt', '7.tar'],
    ['/2026-11', 'GET /{y:\\d{4}}-{m:\\d{2}}', '2026', '11'],
    ['/regEx/123', 'GET /regEx/:one:\\d+', '123'],
    ['/regEx/1/minus/2', 'GET /regEx/:one:\\d+/minus/:two:\\d+', '1', '2'],
    ['/regEx/ena/2/tri', 'GET /regEx/{one:\\w+}/{two:\\d+}/{three:\\w+}', 'ena', '2', 'tri'],
    ['/regEx/a%20b', 'GET /regEx/{path:(?!api\\/).*} 30', 'a b'],
    ['/regEx/api/x', 'GET /regEx/{path:.*} 40', 'api/x'],
    ['/rest', 'GET /rest/{path:.*}', ''],
    ['/rest/x//y/', 'GET /rest/{path:.*}', 'x//y/'],
    ['/order/test', 'GET /order/test -1'],
    ['/', 'GET /'],
    ['/?x=/1.0', 'GET /'],
  ])('%s matches the route %s', async (target, line, ...values) => {
    const client = await serve(
      routerOf(
        'GET /order/test',
        'GET /order/test 2',
        'GET /order/test -1',
        'GET /',
        'GET /1.0',
        'GET /notes:search',
        'GET /file-{id}.txt',
        'GET /{y:\\d{4}}-{m:\\d{2}}',
        'GET /test/match/{this}/{that}',
        'GET /test/match2/:this/{that}',
        'GET /regEx/{path:.*} 40',
        'GET /regEx/{path:(?!api\\/).*} 30',
        'GET /regEx/:one:\\d+',
        'GET /regEx/:one:\\d+/minus/:two:\\d+',
        'GET /regEx/{one:\\w+}/{two:\\d+}/{three:\\w+}',
        'GET /rest/{path:.*}',
        'GET /{root}/echo/{param}',
      ),
    );
    expect((await client(target)).json()).toEqual([line, ...values]);
  });

  it.each([
    ['/TEST', 404],
    ['/test%', 400],
    ['/test/%C3', 400],
    ['/test%2F', 404],
    ['/other', 404],
  ])('the response to %s has the status %i', async (target, status) => {
    const client = await serve(routerOf('GET /test', 'GET /test/{x}'));
    expect((await client(target)).status).toBe(status);
  });

  it("a request with an unsupported method results in 405 with the path's methods", async () => {
    const client = await serve(routerOf('GET /m/{x}', 'PUT /m/one', 'ANY /any'));
    const sendRequest = async (method: string, url: string): Promise<unknown[]> => {
      const { status, headers } = await client({ method, url });
      return [status, headers['allow']];
    };
    expect(await sendRequest('DELETE', '/m/one')).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
    expect(await sendRequest('DELETE', '/m/two')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await sendRequest('OPTIONS', '/m/one')).toEqual([204, 'GET, HEAD, OPTIONS, PUT']);
    expect(await sendRequest('OPTIONS', '/m')).toEqual([404, undefined]);
    expect(await sendRequest('HEAD', '/m/two')).toEqual([200, undefined]);
    expect(await sendRequest('PATCH', '/any')).toEqual([200, undefined]);
  });

  it('a HEAD or OPTIONS route takes precedence over the GET route and the automatic response', async () => {
    const client = await serve(
      new Router(toolkit).add(
        route({ method: 'GET', path: '/h', handler: () => 'from get' }),
        route({ method: 'HEAD', path: '/h', handler: () => 'own' }),
        route({ method: 'OPTIONS', path: '/h', handler: () => 'options' }),
      ),
    );
    expect((await client({ method: 'HEAD', url: '/h' })).headers['content-length']).toBe('3');
    expect((await client({ method: 'OPTIONS', url: '/h' })).text()).toBe('options');
  });
});
