import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BodyParam, FormParam, object, route, Router, Toolkit } from '../../index.ts';
import type { Bindable } from '../../kernel.ts';
import { describeTransports } from '../../testing/transports.ts';

describeTransports('Content-Encoding of a request body', (serve) => {
  const post = async (binding: Bindable, type: string, encoding: string): Promise<readonly unknown[]> => {
    const router = new Router(new Toolkit()).add(
      route({ method: 'POST', path: '/', bindings: [binding], handler: (value: unknown) => typeof value }),
    );
    const client = await serve(router);
    const headers = { 'content-type': type, 'content-encoding': encoding };
    const body = encoding === 'identity' ? '{"a":1}' : gzipSync('{"a":1}');
    const { status, headers: sent } = await client({ method: 'POST', url: '/', headers, body });
    return [status, sent['accept-encoding']];
  };

  it.each<[string, Bindable, string]>([
    ['JSON', BodyParam(object({ a: Number })), 'application/json'],
    ['text', BodyParam(String), 'text/plain'],
    ['a form', FormParam('a', String), 'application/x-www-form-urlencoded'],
    ['a multipart form', FormParam('a', String), 'multipart/form-data; boundary=x'],
  ])(
    'a compressed body that would be parsed as %s is rejected with 415 and the accepted encoding',
    async (_what, binding, type) => {
      expect(await post(binding, type, 'gzip')).toEqual([415, 'identity']);
      expect(await post(binding, type, 'GZip, br')).toEqual([415, 'identity']);
    },
  );

  it('a compressed body is bound unchanged to bytes', async () => {
    expect(await post(BodyParam(Uint8Array), 'application/json', 'gzip')).toEqual([200, undefined]);
  });

  it('a body with Content-Encoding: identity is parsed', async () => {
    expect(await post(BodyParam(String), 'text/plain', 'identity')).toEqual([200, undefined]);
  });
});
