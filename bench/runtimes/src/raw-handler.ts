import { findUser, storeItem, type Item } from '../../http/src/cases.ts';
import type { Fetch } from './serve.ts';

const MAX_BODY = 1024 * 1024;
const JSON_RESPONSE = { headers: { 'content-type': 'application/json' } };

/** The parts in which the hand-written servers differ. */
export interface RequestRules {
  /** Whether the client accepts the response. */
  accepts(request: Request): boolean;
  /** Reads the body. Rejects if it is invalid. */
  readJson(request: Request): Promise<unknown>;
}

/** Creates a hand-written fetch handler for the three requests. */
export function createHandler({ accepts, readJson }: RequestRules): Fetch {
  async function item(request: Request): Promise<Response> {
    const type = request.headers.get('content-type');
    if (type?.split(';', 1)[0]!.trim().toLowerCase() !== 'application/json') {
      return new Response(null, { status: 415 });
    }
    // A request without Content-Length would need a stream that counts its bytes.
    if (Number(request.headers.get('content-length') ?? NaN) > MAX_BODY)
      return new Response(null, { status: 413 });
    let value: unknown;
    try {
      value = await readJson(request);
    } catch {
      return new Response(null, { status: 400 });
    }
    if (!isItem(value)) return new Response(null, { status: 400 });
    return new Response(JSON.stringify(storeItem(value)), JSON_RESPONSE);
  }

  return (request) => {
    const { method, url } = request;
    const start = url.indexOf('/', 8);
    const query = url.indexOf('?', start);
    const path = url.slice(start, query === -1 ? undefined : query);
    if (!accepts(request)) return new Response(null, { status: 406 });
    if (method === 'GET' && path === '/') return new Response('hello');
    if (method === 'GET' && path.startsWith('/users/'))
      return user(decodeURIComponent(path.slice('/users/'.length)));
    if (method === 'POST' && path === '/items') return item(request);
    return new Response(null, { status: 404 });
  };
}

function isItem(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, count } = value as Partial<Item>;
  if (typeof title !== 'string' || !Number.isSafeInteger(count)) return false;
  return Object.keys(value).every((key) => key === 'title' || key === 'count');
}

function user(text: string): Response {
  const id = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) return new Response(null, { status: 400 });
  return new Response(JSON.stringify(findUser(id)), JSON_RESPONSE);
}
