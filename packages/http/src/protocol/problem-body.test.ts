import { expect, it } from 'vitest';
import { HttpError, int, QueryParam, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

describeTransports('problem documents', (serve) => {
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({
      method: 'GET',
      path: '/conflict',
      handler: () => {
        throw new HttpError('conflict', { detail: `<b>"it's" & more</b>`, extensions: { note: 7 } });
      },
    }),
    route({
      method: 'GET',
      path: '/csv',
      produces: 'text/csv',
      handler: () => {
        throw new HttpError('conflict');
      },
    }),
    route({
      method: 'GET',
      path: '/values',
      bindings: [QueryParam('n', int), QueryParam('m', int)],
      handler: () => 'never',
    }),
    route({
      method: 'GET',
      path: '/vary',
      scopes: [
        {
          filters: [
            (context, next) => {
              context.response.headers.set('vary', 'Origin');
              return next();
            },
          ],
        },
      ],
      handler: () => {
        throw new HttpError(410);
      },
    }),
  );

  it.each([
    [undefined, 'application/problem+json'],
    ['*/*', 'application/problem+json'],
    ['application/json', 'application/problem+json'],
    ['application/problem+json', 'application/problem+json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['text/html;q=0.5, application/json', 'application/problem+json'],
    ['text/*', 'text/plain; charset=utf-8'],
    ['image/png', 'application/problem+json'],
    ['not an accept header', 'application/problem+json'],
  ])('a problem for Accept %s has the media type %s', async (accept, type) => {
    const client = await serve(router);
    const response = await client({ url: '/conflict', ...(accept && { headers: { accept } }) });
    expect(response.status).toBe(409);
    expect(response.headers['content-type']).toBe(type);
    expect(response.headers['vary']).toBe('accept');
  });

  it('an error of a route that produces another media type is sent as a problem document too', async () => {
    const client = await serve(router);
    expect((await client('/csv')).headers['content-type']).toBe('application/problem+json');
    const html = await client({ url: '/csv', headers: { accept: 'text/csv, text/html;q=0.5' } });
    expect([html.status, html.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8']);
  });

  it('a problem in JSON contains all members, including extensions', async () => {
    const response = await (await serve(router))('/conflict?secret=1');
    expect(response.json()).toEqual({
      type: 'urn:writ:problem:conflict',
      title: 'Conflict',
      status: 409,
      detail: `<b>"it's" & more</b>`,
      instance: '/conflict',
      code: 'conflict',
      note: 7,
    });
  });

  it('a problem in plain text or HTML lists the issues and escapes client values', async () => {
    const client = await serve(router);
    const text = await client({ url: '/values?n=%3Ci%3E', headers: { accept: 'text/plain' } });
    expect(text.text().split('\n')).toEqual([
      '400 Missing or invalid values',
      '2 values are missing or invalid',
      expect.stringMatching(/^- query n: /),
      expect.stringMatching(/^- query m: /),
      '',
    ]);
    const html = await client({ url: '/conflict', headers: { accept: 'text/html' } });
    expect(html.text()).toContain('<p>&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</p>');
    expect(html.text()).not.toContain('<b>');
  });

  it('a problem adds Accept to an existing Vary header', async () => {
    const { headers } = await (await serve(router))('/vary');
    expect(headers['vary']).toBe('Origin, accept');
  });
});
