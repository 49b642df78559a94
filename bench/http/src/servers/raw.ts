/** A hand-written server for the three requests, with the same checks and limits as the other servers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createItem, storePerson, type Person } from '../cases.ts';
import { reportReady } from '../probe.ts';

const MAX_BODY = 1024 * 1024;
const BODY_TIME = 30_000;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, ['content-type', type, 'content-length', String(Buffer.byteLength(body))]);
  response.end(body);
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  send(response, status, 'application/problem+json', JSON.stringify({ status, detail }));
}

function item(response: ServerResponse, text: string): void {
  const id = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) send(response, 200, 'application/json', JSON.stringify(createItem(id)));
  else refuse(response, 400, 'id must be a whole number');
}

function isPerson(value: unknown): value is Person {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, age } = value as Partial<Person>;
  if (typeof name !== 'string' || name === '' || !Number.isSafeInteger(age)) return false;
  return Object.keys(value).every((key) => key === 'name' || key === 'age');
}

function person(response: ServerResponse, bytes: Uint8Array): void {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    refuse(response, 400, 'the body is not JSON');
    return;
  }
  if (isPerson(value)) send(response, 200, 'application/json', JSON.stringify(storePerson(value)));
  else refuse(response, 400, 'a person has a name and an age');
}

function people(request: IncomingMessage, response: ServerResponse): void {
  const type = request.headers['content-type'];
  if (type === undefined || type.split(';', 1)[0]!.trim().toLowerCase() !== 'application/json') {
    refuse(response, 415, 'this route consumes application/json');
    return;
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) {
    refuse(response, 413, 'the body is too large');
    return;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  let over = false;
  const stop = (status: number, detail: string): void => {
    over = true;
    clearTimeout(timer);
    refuse(response, status, detail);
  };
  const timer = setTimeout(() => stop(408, 'the body took too long'), BODY_TIME);
  request.on('data', (part: Uint8Array) => {
    length += part.byteLength;
    if (over) return;
    if (length > MAX_BODY) stop(413, 'the body is too large');
    else parts.push(part);
  });
  request.on('end', () => {
    clearTimeout(timer);
    if (!over) person(response, parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  });
  request.on('error', () => clearTimeout(timer));
}

const server = createServer((request, response) => {
  const url = request.url!;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  if (request.method === 'GET' && path === '/hello') {
    send(response, 200, 'text/plain; charset=utf-8', 'hello');
  } else if (request.method === 'GET' && path.startsWith('/items/')) {
    item(response, decodeURIComponent(path.slice('/items/'.length)));
  } else if (request.method === 'POST' && path === '/people') {
    people(request, response);
  } else {
    refuse(response, 404, 'Not Found');
  }
});
server.listen(0, '127.0.0.1', () => reportReady(server.address()));
