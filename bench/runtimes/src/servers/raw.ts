/** A hand-written fetch handler for the three requests. */
import { createItem, storePerson, type Person } from '../../../http/src/cases.ts';
import { serveFetch } from '../serve.ts';

const MAX_BODY = 1024 * 1024;
const JSON_RESPONSE = { headers: { 'content-type': 'application/json' } };

function isPerson(value: unknown): value is Person {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, age } = value as Partial<Person>;
  if (typeof name !== 'string' || name === '' || !Number.isSafeInteger(age)) return false;
  return Object.keys(value).every((key) => key === 'name' || key === 'age');
}

function item(text: string): Response {
  const id = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) return new Response(null, { status: 400 });
  return new Response(JSON.stringify(createItem(id)), JSON_RESPONSE);
}

async function person(request: Request): Promise<Response> {
  const type = request.headers.get('content-type');
  if (type?.split(';', 1)[0]!.trim().toLowerCase() !== 'application/json') {
    return new Response(null, { status: 415 });
  }
  // A request without Content-Length would need a stream that counts its bytes.
  if (Number(request.headers.get('content-length') ?? NaN) > MAX_BODY)
    return new Response(null, { status: 413 });
  let value: unknown;
  try {
    value = await request.json();
  } catch {
    return new Response(null, { status: 400 });
  }
  if (!isPerson(value)) return new Response(null, { status: 400 });
  return new Response(JSON.stringify(storePerson(value)), JSON_RESPONSE);
}

serveFetch((request) => {
  const { method, url } = request;
  const start = url.indexOf('/', 8);
  const query = url.indexOf('?', start);
  const path = url.slice(start, query === -1 ? undefined : query);
  if (method === 'GET' && path === '/hello') return new Response('hello');
  if (method === 'GET' && path.startsWith('/items/'))
    return item(decodeURIComponent(path.slice('/items/'.length)));
  if (method === 'POST' && path === '/people') return person(request);
  return new Response(null, { status: 404 });
});
