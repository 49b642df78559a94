/** A measured request, and the response that every server must send. */
export interface Case {
  readonly name: string;
  readonly request: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const HOST = 'host: 127.0.0.1\r\n';
const PERSON = JSON.stringify({ name: 'Ada Lovelace', age: 36 });

function postRequest(body: string): string {
  return `POST /people HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The measured cases. */
export const CASES: readonly Case[] = [
  {
    name: 'text hello',
    request: `GET /hello HTTP/1.1\r\n${HOST}\r\n`,
    status: 200,
    type: 'text/plain',
    body: 'hello',
  },
  {
    name: 'path int, JSON',
    request: `GET /items/42 HTTP/1.1\r\n${HOST}\r\n`,
    status: 200,
    type: 'application/json',
    body: '{"id":42,"name":"item 42"}',
  },
  {
    name: 'validated JSON POST',
    request: postRequest(PERSON),
    status: 200,
    type: 'application/json',
    body: '{"id":7,"name":"Ada Lovelace","age":36}',
  },
];

/** Requests to which every server must respond 400, which shows that all of them validate. */
export const INVALID_REQUESTS: readonly string[] = [
  `GET /items/4x HTTP/1.1\r\n${HOST}\r\n`,
  postRequest('{"name":"","age":36}'),
  postRequest('{"name":"Ada","age":36.5}'),
  postRequest('{"name":"Ada","age":"36"}'),
  postRequest('{"age":36}'),
  postRequest('{"name":"Ada","age":'),
];

export interface Item {
  readonly id: number;
  readonly name: string;
}

export interface Person {
  readonly name: string;
  readonly age: number;
}

/** The item that the handlers of all servers return. */
export function createItem(id: number): Item {
  return { id, name: `item ${id}` };
}

/** The person that the handlers of all servers return. */
export function storePerson({ name, age }: Person): Person & { readonly id: number } {
  return { id: 7, name, age };
}
