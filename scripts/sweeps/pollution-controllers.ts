import { loadControllers } from '@writ/controllers';
import { Router, type Toolkit } from '@writ/http';
import { removeLayout, writeLayout } from '../../packages/controllers/test/layout.ts';
import { RECEIVED } from './received.ts';

const REFUSED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns a router of controllers that accept a value with this name from every source. */
export async function controllers(toolkit: Toolkit, name: string): Promise<Router> {
  // A handler that declares one of these names causes a start-up error.
  const declared = REFUSED.has(name) ? 'value' : name;
  const key = JSON.stringify(declared);
  const sent = JSON.stringify(name);
  const directory = writeLayout({
    'app/index.ts': `
      import { channel } from 'node:diagnostics_channel';
      import { Controller } from '@writ/controllers';

      function received(...values: unknown[]): string {
        channel('${RECEIVED}').publish(values);
        return 'done';
      }
      enum Level { Low = 'low', High = 'high' }
      interface Open { title?: string; inner?: { a?: string } }
      interface Indexed { [name: string]: unknown }

      export class Query extends Controller { GET({ ${key}: value }: { ${key}?: string }) { return received(value); } }
      export class Queries extends Controller { GET({ ${key}: value }: { ${key}?: string[] }) { return received(value); } }
      export class Enum extends Controller { GET({ level }: { level?: Level }) { return received(level); } }
      export class Union extends Controller { GET({ level }: { level?: 'low' | 'high' }) { return received(level); } }
      export class Path extends Controller { GET(value: string) { return received(value); } }
      export class Paths extends Controller { GET(...values: string[]) { return received(values); } }
      export class Request extends Controller {
        GET(others: Record<string, string>) {
          const { cookies, headers, query } = this.request;
          return received(others, cookies, cookies[${sent}], [...headers], query.get(${sent}), query.all(${sent}));
        }
      }
      export class Rest extends Controller {
        GET({ one, ...others }: { one?: string; [name: string]: unknown }) { return received(one, others); }
        POST({ one, ...others }: { one?: string; [name: string]: unknown }) { return received(one, others); }
      }
      export class Indexes extends Controller {
        GET(all: Indexed) { return received(all); }
        POST(all: Indexed) { return received(all); }
      }
      export class Records extends Controller { POST(all: Record<string, unknown>) { return received(all); } }
      export class Structure extends Controller { POST(all: Open) { return received(all); } }
      export class Named extends Controller { POST({ title, inner }: Open) { return received(title, inner); } }
      export class Nested extends Controller { POST({ all }: { all?: Record<string, Indexed> }) { return received(all); } }
      export class Unknown extends Controller { POST({ any }: { any?: unknown }) { return received(any); } }
      export class Places extends Controller { POST(first?: unknown, second?: unknown) { return received(first, second); } }
      export class Files extends Controller {
        POST({ file, ...others }: { file?: File; [name: string]: unknown }) { return received(file?.name, file?.type, others); }
      }`,
  });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  removeLayout(directory);
  const router = new Router(toolkit).mount(matcher).report(...diagnostics);
  return router.build();
}
