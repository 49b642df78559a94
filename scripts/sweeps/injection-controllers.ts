import { loadControllers } from '@writ/controllers';
import { Router, type Toolkit } from '@writ/http';
import { removeLayout, writeLayout } from '../../packages/controllers/test/layout.ts';

/** Handlers that copy request input into every part of a response and of the log that can contain it. */
const SOURCE = `
  import { AccessDenied, Content, Controller, Forbidden, html, redirect, text } from '@writ/controllers';
  import { HttpError, RestResponse } from '@writ/http';

  export class Set extends Controller { GET({ text }: { text: string }) { this.response.headers.set('x-said', text); return 'said'; } }
  export class Name extends Controller { GET({ text }: { text: string }) { this.response.headers.set(text, 'said'); return 'said'; } }
  export class Redirect extends Controller { GET({ text }: { text: string }) { return redirect(text); } }
  export class RedirectWithin extends Controller { GET({ text }: { text: string }) { return redirect('/next?to=' + text); } }
  export class Type extends Controller { GET({ text: said }: { text: string }) { return text('said', said); } }
  export class Typed extends Controller { GET({ text: said }: { text: string }) { return new Content('said', said); } }
  export class Page extends Controller { GET({ text }: { text: string }) { return html('said', { headers: { 'x-said': text } }); } }
  export class Names extends Controller { GET({ text }: { text: string }) { return html('said', { headers: { [text]: 'said' } }); } }
  export class Rest extends Controller { GET({ text }: { text: string }) { return new RestResponse('said', { headers: { 'x-said': text } }); } }
  export class Web extends Controller { GET({ text }: { text: string }) { return new Response('said', { headers: { 'x-said': text } }); } }
  export class OfBlob extends Controller { GET({ text }: { text: string }) { return new Blob(['said'], { type: text }); } }
  export class Denied extends Controller { GET({ text }: { text: string }) { throw new AccessDenied(text, 'Basic realm="' + text + '"'); } }
  export class Forbid extends Controller { GET({ text }: { text: string }) { throw new Forbidden(text); } }
  export class Conflict extends Controller { GET({ text }: { text: string }) { throw new HttpError('conflict', text); } }
  export class Throws extends Controller { GET({ text }: { text: string }) { throw new Error('no ' + text, { cause: text }); } }
  export class Logs extends Controller { GET({ text }: { text: string }) { this.log.warn({ [text]: text }, text); return 'said'; } }
  export class Number extends Controller { GET({ text }: { text: number }) { return text; } }
  export class Level extends Controller { GET({ text }: { text: 'low' | 'high' }) { return text; } }
  export class Body extends Controller { POST({ title }: { title?: string }) { return title; } }
  export class Cross extends Controller { static cors = { origin: () => true, credentials: true }; GET() { return 'said'; } }
  export class Path extends Controller { GET(id: number) { return id; } }
`;

export async function controllers(toolkit: Toolkit): Promise<Router> {
  const directory = writeLayout({ 'app/index.ts': SOURCE });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  removeLayout(directory);
  return new Router(toolkit)
    .mount(matcher)
    .report(...diagnostics)
    .build();
}
