import { findUser, storeItem, type Item } from '../../http/src/cases.ts';
import type { Fetch } from './serve.ts';

const MAX_BODY = 1024 * 1024;
const MAX_PATH = 8192;
const JSON_RESPONSE = { headers: { 'content-type': 'application/json' } };

/** The parts in which the hand-written servers differ. */
export interface RequestRules {
  /** Whether the client accepts a response of the media type. */
  accepts(request: Request, type: string): boolean;
  /** Reads the body. Rejects if it is invalid. */
  readJson(request: Request): Promise<unknown>;
  /** The headers of a text response. By default, the constructor of Response sets its Content-Type. */
  readonly textResponse?: { readonly headers: Headers };
  /** Creates the response for an error. */
  refuse(status: number, headers?: Readonly<Record<string, string>>): Response;
}

/** The responses to the three requests, for a router or for {@link createHandler}. */
export interface Responses {
  hello(request: Request): Response;
  /** `segment`: the decoded segment of the path. */
  user(request: Request, segment: string): Response;
  item(request: Request): Promise<Response>;
}

/** Creates hand-written functions that respond to the three requests. */
export function createResponses({ accepts, readJson, textResponse, refuse }: RequestRules): Responses {
  return {
    hello: (request) => (accepts(request, 'text/plain') ? new Response('hello', textResponse) : refuse(406)),
    user(request, segment) {
      if (!accepts(request, 'application/json')) return refuse(406);
      const id = /^-?\d+$/.test(segment) ? Number(segment) : NaN;
      if (!Number.isSafeInteger(id)) return refuse(400);
      return new Response(JSON.stringify(findUser(id)), JSON_RESPONSE);
    },
    async item(request) {
      if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) return refuse(413);
      const type = request.headers.get('content-type');
      if (type?.split(';', 1)[0]!.trim().toLowerCase() !== 'application/json') return refuse(415);
      if (!accepts(request, 'application/json')) return refuse(406);
      let value: unknown;
      try {
        value = await readJson(request);
      } catch (error) {
        return refuse(error instanceof TooLarge ? 413 : 400);
      }
      if (!isItem(value)) return refuse(400);
      return new Response(JSON.stringify(storeItem(value)), JSON_RESPONSE);
    },
  };
}

/** Creates a hand-written fetch handler for the three requests. */
export function createHandler(rules: RequestRules): Fetch {
  const { refuse } = rules;
  const { hello, user, item } = createResponses(rules);

  function decodedUser(request: Request, segment: string): Response {
    try {
      return user(request, segment.includes('%') ? decodeURIComponent(segment) : segment);
    } catch {
      return refuse(400);
    }
  }

  return (request) => {
    const { method, url } = request;
    const start = url.indexOf('/', 8);
    const query = url.indexOf('?', start);
    const path = url.slice(start, query === -1 ? undefined : query);
    if (path.length > MAX_PATH) return refuse(414);
    const isRead = method === 'GET' || method === 'HEAD';
    if (path === '/') return isRead ? hello(request) : refuse(405, { allow: 'GET, HEAD' });
    if (path.startsWith('/users/') && path.length > 7 && !path.includes('/', 7)) {
      return isRead ? decodedUser(request, path.slice(7)) : refuse(405, { allow: 'GET, HEAD' });
    }
    if (path === '/items') return method === 'POST' ? item(request) : refuse(405, { allow: 'POST' });
    return refuse(404);
  };
}

/** The error for a body that exceeds the limit. */
class TooLarge extends Error {}

/** Reads a body that has no Content-Length, and throws an error if it exceeds the limit. */
export async function readLimited(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw new TooLarge();
    chunks.push(new Uint8Array(chunk));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function isItem(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, count } = value as Partial<Item>;
  if (typeof title !== 'string' || !Number.isSafeInteger(count)) return false;
  return Object.keys(value).every((key) => key === 'title' || key === 'count');
}
