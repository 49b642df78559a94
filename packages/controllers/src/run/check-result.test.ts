import { Router, Toolkit } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const source = `
  import { Controller, Stop, html } from '@writ/controllers';
  interface Note { readonly id: number; readonly kind: 'text' | 'list' }
  export class Default extends Controller {
    GET(which: string): Note | null {
      if (which === 'stop') throw new Stop('stopped');
      return which === 'none' ? null : which === 'good' ? { id: 1, kind: 'text' } : JSON.parse('{"id":"1","kind":"x"}');
    }
  }
  export class Word extends Controller {
    GET(word: string): 'one' | 'two' { return word as 'one'; }
    after(result: unknown) { return { result }; }
  }
  export class Made extends Controller {
    async POST(): Promise<Note> { this.response.status = 201; return { id: 2, kind: 'list' }; }
  }
  export class Page extends Controller { GET() { return html('<p>'); } }`;

describeTransports('a controller whose responses are validated', (serve) => {
  it('sends results of the declared type, and responds to others with 500 and a log entry', async () => {
    const directory = createLayout({ 'app/index.ts': source });
    const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
    const messages: string[] = [];
    const error = (data: object): void => {
      const { message } = (data as { readonly error: Error }).error;
      messages.push(message.replace(/ at .*index\.ts:\d+:\d+/, ' at index.ts'));
    };
    const logger = { debug() {}, info() {}, warn() {}, error };
    const router = new Router(new Toolkit({ logger, validateResponses: true }))
      .mount(matcher)
      .report(...diagnostics)
      .build();
    const client = await serve(router);
    const get = async (url: string): Promise<readonly unknown[]> => {
      const { status, text } = await client(url);
      return [status, status === 500 ? undefined : text()];
    };
    expect(await get('/good')).toEqual([200, '{"id":1,"kind":"text"}']);
    expect(await get('/none')).toEqual([200, 'null']);
    expect(await get('/stop')).toEqual([200, '"stopped"']);
    expect(await get('/word/two')).toEqual([200, '{"result":"two"}']);
    expect(await get('/page')).toEqual([200, '<p>']);
    expect((await client({ method: 'POST', url: '/made' })).status).toBe(201);
    expect(messages).toEqual([]);
    expect(await get('/bad')).toEqual([500, undefined]);
    expect(await get('/word/three')).toEqual([500, undefined]);
    expect(messages).toEqual([
      'the result of GET /{which} (Default.GET) at index.ts does not match its declared type:\n' +
        '    /id: must be a number, not a string\n' +
        '    /kind: must be "text" or "list"',
      'the result of GET /word/{word} (Word.GET) at index.ts does not match its declared type:\n' +
        '    the result: must be "one" or "two"',
    ]);
  });
});
