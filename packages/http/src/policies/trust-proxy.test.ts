import { describe, expect, it } from 'vitest';
import {
  csrf,
  rateLimit,
  route,
  Router,
  RoutingContext,
  Context,
  Toolkit,
  type ToolkitOptions,
} from '../index.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

type TrustProxyOptions = ToolkitOptions['trustProxy'];

const logger = recordingLogger();

function describeClient(trustProxy?: TrustProxyOptions): Router {
  logger.lines.splice(0);
  return new Router(new Toolkit({ logger, ...(trustProxy && { trustProxy }) })).add(
    route({
      method: 'GET',
      path: '/client',
      bindings: [Context(RoutingContext)],
      handler: ({ request }) => `${request.remoteAddress} ${request.url}`,
    }),
  );
}

const byForwarded = { header: 'forwarded', hops: 1 } as const;
const byXForwarded = { header: 'x-forwarded', hops: 1 } as const;

describeTransports('trustProxy', (serve) => {
  const described = async (
    trustProxy: TrustProxyOptions,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const client = await serve(describeClient(trustProxy));
    const answer = await client({ url: '/client?a=1', headers });
    return answer.text();
  };

  it.each<[string, TrustProxyOptions, Record<string, string>, string]>([
    [
      'the last element of Forwarded',
      byForwarded,
      { forwarded: 'for=1.1.1.1;host=a.example, for=2.2.2.2;proto=https;host=b.example' },
      '2.2.2.2 https://b.example/client?a=1',
    ],
    [
      'as many elements of Forwarded as there are hops',
      { header: 'forwarded', hops: 2 },
      { forwarded: 'for=0.0.0.1, for=1.1.1.1;proto=https;host=a.example, for=2.2.2.2;host=inner' },
      '1.1.1.1 https://a.example/client?a=1',
    ],
    [
      'the first element if there are fewer elements than hops',
      { header: 'forwarded', hops: 3 },
      { forwarded: 'for="[2001:db8::1]:80";proto=HTTPS;host="a.example:8443"' },
      '2001:db8::1 https://a.example:8443/client?a=1',
    ],
    [
      'the last element, even if a client sent a malformed one',
      byForwarded,
      { forwarded: 'for=", for=2.2.2.2;proto=https;host=b.example' },
      '2.2.2.2 https://b.example/client?a=1',
    ],
    [
      'the last values of X-Forwarded',
      byXForwarded,
      {
        'x-forwarded-for': 'forged, 2.2.2.2',
        'x-forwarded-proto': 'http, https',
        'x-forwarded-host': 'a.example, b.example',
      },
      '2.2.2.2 https://b.example/client?a=1',
    ],
    [
      'values that proxies replace instead of extending',
      { header: 'x-forwarded', hops: 2 },
      {
        'x-forwarded-for': '0.0.0.1, 1.1.1.1, 2.2.2.2:80',
        'x-forwarded-proto': 'wss',
        'x-forwarded-host': 'a.example',
      },
      '1.1.1.1 https://a.example/client?a=1',
    ],
    [
      'no more values than X-Forwarded-For has proxies',
      { header: 'x-forwarded', hops: 2 },
      {
        'x-forwarded-for': '1.1.1.1',
        'x-forwarded-proto': 'https,http',
        'x-forwarded-host': 'a.example,b.example',
      },
      '1.1.1.1 http://b.example/client?a=1',
    ],
  ])('describes the client by %s', async (_what, trustProxy, headers, expected) => {
    expect(await described(trustProxy, headers)).toBe(expected);
    expect(logger.lines).toEqual([]);
  });

  it("uses the connection's scheme and the Host header unless the proxy sends its own", async () => {
    const text = await described(byXForwarded, { host: 'own.example', 'x-forwarded-for': '2.2.2.2' });
    expect(text).toMatch(/^2\.2\.2\.2 http:\/\/(?:own\.example|localhost)\/client\?a=1$/);
    const web = await described(byForwarded, { forwarded: 'for=2.2.2.2;proto=https' });
    expect(web).toMatch(/^2\.2\.2\.2 https:\/\//);
  });

  it.each<[TrustProxyOptions, Record<string, string>]>([
    [
      undefined,
      {
        forwarded: 'for=2.2.2.2;proto=https;host=b.example',
        'x-forwarded-for': '2.2.2.2',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'b.example',
      },
    ],
    [
      byForwarded,
      { 'x-forwarded-for': '2.2.2.2', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example' },
    ],
    [byXForwarded, { forwarded: 'for=2.2.2.2;proto=https;host=b.example' }],
    [
      { header: 'x-forwarded', addresses: ['10.0.0.0/8'] },
      { 'x-forwarded-for': '2.2.2.2', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example' },
    ],
    [
      { header: 'forwarded', addresses: ['10.0.0.0/8'] },
      { forwarded: 'for=2.2.2.2;proto=https;host=b.example' },
    ],
  ])('ignores other headers, and headers from other peers: %j %j', async (trustProxy, headers) => {
    const text = await described(trustProxy, headers);
    expect(text).toBe(
      await described(undefined, {}).then((own) => own.replace(/:\d+\//, text.match(/:\d+\//)?.[0] ?? '/')),
    );
    expect(text).toMatch(/^(?:127\.0\.0\.1|undefined) http:/);
  });

  it.each<[TrustProxyOptions, Record<string, string>, string]>([
    [byForwarded, { forwarded: 'for=2.2.2.2;' }, 'Forwarded is malformed'],
    [byForwarded, { forwarded: 'for="' }, 'Forwarded is malformed'],
    [byForwarded, { forwarded: 'for=somewhere' }, 'the "for" parameter of Forwarded is not an IP address'],
    [
      byForwarded,
      { forwarded: 'for=2.2.2.2;proto=ftp' },
      'the scheme in Forwarded is neither http nor https',
    ],
    [byForwarded, { forwarded: 'for=2.2.2.2;host="a/b"' }, 'invalid host in Forwarded'],
    [byXForwarded, { 'x-forwarded-for': '2.2.2.2.2' }, 'X-Forwarded-For is not an IP address'],
    [
      byXForwarded,
      { 'x-forwarded-for': '2.2.2.2', 'x-forwarded-proto': 'constructor' },
      'the scheme in X-Forwarded-Proto is neither http nor https',
    ],
    [
      byXForwarded,
      { 'x-forwarded-for': '2.2.2.2', 'x-forwarded-host': 'a b' },
      'invalid host in X-Forwarded-Host',
    ],
  ])('ignores a malformed header and logs this once: %j %j', async (trustProxy, headers, reason) => {
    const client = await serve(describeClient(trustProxy));
    for (let count = 0; count < 2; count += 1) {
      const answer = await client({ url: '/client', headers });
      expect(answer.text()).toMatch(/^(?:127\.0\.0\.1|undefined) http:\/\/[^ ]+\/client$/);
    }
    expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      `warn a proxy header is ignored: ${reason}`,
    ]);
    const { value } = logger.lines[0]!.data as { readonly value?: string };
    expect(Object.values(headers).join()).toContain(value ?? 'a value');
  });

  it('stops at the last known address if a proxy hides the next one', async () => {
    const hidden = await described(
      { header: 'forwarded', hops: 2 },
      { forwarded: 'for=_hidden, for=2.2.2.2' },
    );
    expect(hidden).toMatch(/^2\.2\.2\.2 /);
    const unknown = await described(
      { header: 'x-forwarded', hops: 2 },
      { 'x-forwarded-for': '1.1.1.1, unknown' },
    );
    expect(unknown).toMatch(/^1\.1\.1\.1 /);
  });

  it('lets rateLimit count clients and csrf compare origins as they were before the proxy', async () => {
    const router = new Router(new Toolkit({ logger, trustProxy: byXForwarded }))
      .use(rateLimit({ limit: 1, window: 60_000 }))
      .use(csrf())
      .add(route({ method: 'POST', path: '/', handler: () => 'done' }));
    const client = await serve(router);
    const send = async (address: string, origin: string): Promise<number> => {
      const headers = {
        'x-forwarded-for': `9.9.9.9, ${address}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'a.example',
        origin,
      };
      return (await client({ method: 'POST', url: '/', headers })).status;
    };
    expect(await send('1.1.1.1', 'https://a.example')).toBe(200);
    expect(await send('1.1.1.1', 'https://a.example')).toBe(429);
    expect(await send('2.2.2.2', 'http://a.example')).toBe(403);
    expect(await send('3.3.3.3', 'https://a.example')).toBe(200);
  });
});

describe('trustProxy.addresses', () => {
  it.each([
    ['1.1.1.1, 10.0.0.7', '1.1.1.1'],
    ['1.1.1.1, 2.2.2.2, 10.0.0.7', '2.2.2.2'],
    ['1.1.1.1, 2.2.2.2', '2.2.2.2'],
    ['10.0.0.8, 10.0.0.7', '10.0.0.8'],
    ['1.1.1.1, unknown, 10.0.0.7', '10.0.0.7'],
    ['forged, 2.2.2.2, ::ffff:10.0.0.7', '2.2.2.2'],
  ])('skips the proxies in %s', async (nodes, address) => {
    const router = describeClient({ header: 'x-forwarded', addresses: ['127.0.0.1', '10.0.0.0/8'] });
    const answer = await inject(router, { url: '/client', headers: { 'x-forwarded-for': nodes } });
    expect(answer.text()).toMatch(new RegExp(`^${address} `));
  });

  it('uses the host of the request if X-Forwarded-Host is missing', async () => {
    const headers = { host: 'own.example', 'x-forwarded-for': '2.2.2.2', 'x-forwarded-proto': 'https' };
    const answer = await inject(describeClient(byXForwarded), { url: '/client', headers });
    expect(answer.text()).toBe('2.2.2.2 https://own.example/client');
  });

  it('uses the address of the proxy if it hides the client', async () => {
    const headers = { forwarded: 'for=unknown;proto=https' };
    const answer = await inject(describeClient(byForwarded), { url: '/client', headers });
    expect(answer.text()).toMatch(/^127\.0\.0\.1 https:/);
  });

  it('logs nothing for a connection that has neither an address nor a proxy header', async () => {
    await describeClient({ header: 'x-forwarded', addresses: ['127.0.0.1'] }).fetch(
      new Request('http://localhost/client'),
    );
    expect(logger.lines).toEqual([]);
  });

  it('logs that a connection without an address cannot be compared', async () => {
    const router = describeClient({ header: 'x-forwarded', addresses: ['127.0.0.1'] });
    await router.fetch(new Request('http://localhost/client', { headers: { 'x-forwarded-for': '1.1.1.1' } }));
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'a proxy header is ignored: the connection has no address to compare with trustProxy.addresses: use hops',
    ]);
  });
});

describe('the option trustProxy', () => {
  it.each<[unknown, string]>([
    [true, 'Toolkit: trustProxy expects options ({ header, hops, addresses }), not true'],
    [{ header: 'forwarded', hop: 1 }, 'Toolkit: trustProxy has no option "hop": did you mean hops?'],
    [{ hops: 1 }, "Toolkit: trustProxy.header must be 'forwarded' or 'x-forwarded', not undefined"],
    [
      { header: 'forwarded' },
      "Toolkit: trustProxy must have either hops or addresses: write { header: 'forwarded', hops: 1 }",
    ],
    [
      { header: 'forwarded', hops: 1, addresses: [] },
      "Toolkit: trustProxy must have either hops or addresses: write { header: 'forwarded', hops: 1 }",
    ],
    [{ header: 'forwarded', hops: 0 }, 'Toolkit: trustProxy.hops must be a whole number, 1 or more, not 0'],
    [
      { header: 'forwarded', addresses: '10.0.0.0/8' },
      'Toolkit: trustProxy: addresses must be a list of strings, not "10.0.0.0/8"',
    ],
    [{ header: 'forwarded', addresses: [] }, 'Toolkit: trustProxy.addresses: the list is empty'],
    [
      { header: 'forwarded', addresses: ['loopback', '10.0.0.0/8', '0.0.0.0/0'] },
      'Toolkit: trustProxy.addresses: "loopback" is not an IP address or a range such as 10.0.0.0/8; "0.0.0.0/0" contains every client: use hops',
    ],
  ])('is rejected at start-up: %j', (trustProxy, message) => {
    expect(() => new Toolkit({ trustProxy: trustProxy as NonNullable<TrustProxyOptions> })).toThrow(
      new TypeError(message),
    );
  });
});
