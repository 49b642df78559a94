/** A measured request, and the response that every server must send. */
export interface Case {
  readonly name: string;
  readonly request: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const HOST = 'host: 127.0.0.1\r\n';

function postRequest(body: string): string {
  return `POST /items HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The measured cases. */
export const CASES: readonly Case[] = [
  {
    name: 'text',
    request: `GET / HTTP/1.1\r\n${HOST}\r\n`,
    status: 200,
    type: 'text/plain',
    body: 'hello',
  },
  {
    name: 'path value, JSON',
    request: `GET /users/42 HTTP/1.1\r\n${HOST}\r\n`,
    status: 200,
    type: 'application/json',
    body: '{"id":42,"name":"Ada Lovelace","email":"ada@example.org","active":true}',
  },
  {
    name: 'JSON POST',
    request: postRequest('{"title":"A title","count":3}'),
    status: 200,
    type: 'application/json',
    body: '{"id":1,"title":"A title","count":3}',
  },
];

/** Requests to which every server must respond with 400, which shows that all of them validate input. */
export const INVALID_REQUESTS: readonly string[] = [
  postRequest('{"title":"A title"}'),
  postRequest('{"title":"A title","count":"3"}'),
  postRequest('{"title":3,"count":3}'),
];

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
}

export interface Item {
  readonly title: string;
  readonly count: number;
}

/** The user that the handlers of all servers return. */
export function findUser(id: number): User {
  return { id, name: 'Ada Lovelace', email: 'ada@example.org', active: true };
}

/** The item that the handlers of all servers return. */
export function storeItem({ title, count }: Item): Item & { readonly id: number } {
  return { id: 1, title, count };
}
