import { expect, it } from 'vitest';
import { RestResponse, route, Router, Toolkit, type Filter } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { securityHeaders, type SecurityHeadersOptions } from './security-headers.ts';

function serving(filter: Filter): Router {
  const toolkit = new Toolkit({
    logger: recordingLogger(),
    trustProxy: { header: 'x-forwarded', hops: 1 },
  });
  return new Router(toolkit).use(filter).add(
    route({ method: 'GET', path: '/', handler: () => 'in' }),
    route({
      method: 'GET',
      path: '/own',
      handler: () => new RestResponse('in', { headers: { 'x-frame-options': 'DENY' } }),
    }),
  );
}

describeTransports('securityHeaders', (serve) => {
  it('sets the headers on every response, including errors', async () => {
    const client = await serve(serving(securityHeaders()));
    for (const url of ['/', '/none']) {
      expect((await client(url)).headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'self'; .*object-src 'none'/,
        ) as string,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      });
    }
  });

  it('sends Strict-Transport-Security only over https', async () => {
    const client = await serve(serving(securityHeaders()));
    const [plain, encrypted] = await Promise.all([
      client('/'),
      client({ url: '/', headers: { 'x-forwarded-proto': 'https' } }),
    ]);
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(encrypted.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('sends custom values, omits headers that are set to false, and lets handlers replace headers', async () => {
    const options = { contentSecurityPolicy: "default-src 'none'", referrerPolicy: false } as const;
    const client = await serve(serving(securityHeaders(options)));
    const { headers } = await client('/own');
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    expect(headers['referrer-policy']).toBeUndefined();
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('sends the default of an option that is undefined', async () => {
    const options = { frameOptions: undefined } as unknown as SecurityHeadersOptions;
    const client = await serve(serving(securityHeaders(options)));
    expect((await client('/')).headers['x-frame-options']).toBe('SAMEORIGIN');
  });
});

it.each([
  [{ hsts: false }, 'securityHeaders has no option "hsts"'],
  [{ frameOptions: true }, 'securityHeaders: frameOptions must be a string, or false to omit the header'],
  [{ frameOptions: '' }, 'securityHeaders: frameOptions must be a string'],
  [{ frameOptions: 'a\nb' }, 'the value of the header x-frame-options contains an invalid character'],
])('securityHeaders rejects %j', (options, message) => {
  expect(() => securityHeaders(options as SecurityHeadersOptions)).toThrow(message);
});
