import { Router, Toolkit, type Logger } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function site(source: string): Promise<Router> {
  const directory = createLayout({ 'app/index.ts': source });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  return new Router(new Toolkit({ logger: silent }))
    .mount(matcher)
    .report(...diagnostics)
    .build();
}

describeTransports('hooks', (serve) => {
  it('run before and after the handler, synchronously or asynchronously', async () => {
    const client = await serve(
      await site(`
        export class Default extends Controller {
          trace: string[] = [];
          before() { this.trace.push('before'); }
          GET(name: string) { this.trace.push(name); return this.trace; }
          after(result: unknown) { this.trace.push('after'); }
        }
        export class Later extends Controller {
          user = '';
          async before() { await null; this.response.headers.set('x-before', 'yes'); }
          async GET() { return 1; }
          async after(result: number) { return { result }; }
        }`),
    );
    expect((await client('/handler')).json()).toEqual(['before', 'handler', 'after']);
    const later = await client('/later');
    expect([later.json(), later.headers['x-before']]).toEqual([{ result: 1 }, 'yes']);
  });

  it('skip the handler when before throws', async () => {
    const client = await serve(
      await site(`
        import { AccessDenied, Controller, Forbidden } from '@writ/controllers';
        abstract class Guarded extends Controller {
          async before() {
            const who = this.request.headers.get('x-who');
            if (who === undefined) throw new AccessDenied('who are you?', 'Token');
            if (who !== 'ann') throw new Forbidden('not you');
          }
        }
        export class Default extends Guarded { GET() { return 'in'; } }`),
    );
    const unknown = await client('/');
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, 'Token']);
    expect(unknown.json()).toMatchObject({ detail: 'who are you?' });
    expect((await client({ url: '/', headers: { 'x-who': 'bob' } })).status).toBe(403);
    expect((await client({ url: '/', headers: { 'x-who': 'ann' } })).json()).toBe('in');
  });

  it('let onError handle or rethrow the errors of before, the handler and after', async () => {
    const client = await serve(
      await site(`
        import { Controller } from '@writ/controllers';
        import { HttpError } from '@writ/http';
        export class Default extends Controller {
          GET(kind: string) { if (kind === 'now') throw new TypeError('now'); throw new HttpError(410); }
          async POST() { await null; throw new TypeError('later'); }
          async onError(error: unknown) {
            if (error instanceof TypeError) { this.response.status = 418; return { caught: error.message }; }
          }
        }`),
    );
    const now = await client('/now');
    expect([now.status, now.json()]).toEqual([418, { caught: 'now' }]);
    const later = await client({ method: 'POST', url: '/' });
    expect([later.status, later.json()]).toEqual([418, { caught: 'later' }]);
    expect((await client('/other')).status).toBe(410);
  });

  it('do not receive the error of a result that cannot be sent', async () => {
    const client = await serve(
      await site(`
        export class Default extends Controller {
          GET() { return this; }
          async POST() { await null; return this; }
          onError() { return { caught: true }; }
        }`),
    );
    for (const method of ['GET', 'POST']) expect((await client({ method, url: '/' })).status).toBe(500);
  });

  it('are not called when a handler throws Stop or Redirect', async () => {
    const client = await serve(
      await site(`
        import { Controller, Redirect, Stop } from '@writ/controllers';
        const deep = () => { throw new Stop({ deep: true }); };
        export class Default extends Controller {
          GET() { return deep(); }
          async POST() { await null; throw new Redirect('/elsewhere', 303); }
          DELETE() { throw new Stop(); }
          after() { return 'after'; }
          onError() { return 'onError'; }
        }`),
    );
    expect((await client('/')).json()).toEqual({ deep: true });
    const redirect = await client({ method: 'POST', url: '/' });
    expect([redirect.status, redirect.headers['location']]).toEqual([303, '/elsewhere']);
    expect((await client({ method: 'DELETE', url: '/' })).status).toBe(204);
  });
});

describeTransports('a handler that returns the controller or its context', (serve) => {
  it('results in 500 without internal details', async () => {
    const client = await serve(
      await site(`
        export class Default extends Controller {
          GET() { return this; }
          POST() { return this.context; }
        }`),
    );
    for (const method of ['GET', 'POST']) {
      const response = await client({ method, url: '/' });
      expect(response.status).toBe(500);
      expect(response.json()).toMatchObject({ code: 'internal-error' });
    }
  });
});
