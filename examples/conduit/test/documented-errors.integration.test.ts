/**
 * Sends each operation of the OpenAPI document requests that cause errors. Every error status that occurs is documented,
 * and every documented one occurs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConduit, type StartedConduit } from './start-conduit.ts';

type Json = Readonly<Record<string, any>>;

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly hasBody: boolean;
  readonly documented: readonly number[];
}

interface Probe {
  readonly token?: string | undefined;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly accept?: string;
  readonly type?: string;
  readonly body?: string;
}

const LOGINS = 21;
/** Larger than the toolkit's limit for bodies. */
const LARGE = JSON.stringify({ text: 'x'.repeat(2 ** 21) });

function operationsOf(document: Json): readonly Operation[] {
  return Object.entries<Json>(document['paths']).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, { requestBody, responses }]) => ({
      name: `${method} ${path.replace('/api', '')}`,
      method: method.toUpperCase(),
      path,
      hasBody: requestBody !== undefined,
      documented: Object.keys(responses)
        .map(Number)
        .filter((status) => status >= 400),
    })),
  );
}

/** The application with two users, two articles and a comment. */
class Fixture {
  readonly #origin: string;
  tokens: Readonly<Record<'author' | 'reader', string>> = { author: '', reader: '' };
  path: Readonly<Record<string, string>> = {};

  constructor({ port }: StartedConduit) {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  async document(): Promise<Json> {
    return (await fetch(`${this.#origin}/openapi.json`)).json() as Promise<Json>;
  }

  async fill(): Promise<void> {
    const [author, reader] = [await this.#register('author'), await this.#register('reader')];
    const post = async (path: string, body: object): Promise<Json> => {
      const operation = { method: 'POST', path: `/api${path}` };
      return JSON.parse((await this.send(operation, { token: author, body: JSON.stringify(body) })).text);
    };
    const { article } = await post('/articles', BODIES['post /articles']![0] as object);
    await post('/articles', { article: { title: 'Second', description: 'About it', body: 'All of it' } });
    const { comment } = await post(`/articles/${article.slug}/comments`, { comment: { body: 'Good' } });
    this.tokens = { author, reader };
    this.path = { slug: article.slug, username: 'author', id: String(comment.id) };
  }

  async #register(name: string): Promise<string> {
    const user = { username: name, email: `${name}@example.com`, password: 'teapot-7' };
    const operation = { method: 'POST', path: '/api/users' };
    const { text } = await this.send(operation, { body: JSON.stringify({ user }) });
    return JSON.parse(text).user.token;
  }

  async send(
    { method, path }: Pick<Operation, 'method' | 'path'>,
    { token, path: given, query = '', accept, type = 'application/json', body }: Probe,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const values = { ...this.path, ...given };
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'unknown');
    const response = await fetch(`${this.#origin}${target}${query}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        ...(accept === undefined ? {} : { accept }),
        ...(body === undefined || type === '' ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, text: await response.text() };
  }
}

const article = { title: 'First', description: 'About it', body: 'All of it' };

/** The bodies that operations accept, followed by those that contradict stored values. */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  'post /users': [
    { user: { username: 'third', email: 'third@example.com', password: 'teapot-7' } },
    { user: { username: 'author', email: 'other@example.com', password: 'teapot-7' } },
  ],
  'post /users/login': [
    { user: { email: 'author@example.com', password: 'teapot-7' } },
    { user: { email: 'author@example.com', password: 'wrong' } },
  ],
  'put /user': [{ user: { bio: 'Writes' } }, { user: { username: 'reader' } }],
  'post /articles': [{ article }],
  'put /articles/{slug}': [{ article: { body: 'More' } }, { article: { title: 'Second' } }],
  'post /articles/{slug}/comments': [{ comment: { body: 'Good' } }],
};

/**
 * Returns requests that cause each kind of error, if the operation can respond with it. Only operations that document a
 * body receive one.
 */
function probesOf(operation: Operation, { tokens: { author, reader } }: Fixture): readonly Probe[] {
  const [accepted, ...conflicting] = (BODIES[operation.name] ?? []).map((body) => JSON.stringify(body));
  const body = accepted === undefined ? {} : { body: accepted };
  const unique = body.body?.replaceAll('third', 'fourth').replace('First', 'Third');
  const missing = { slug: 'missing', username: 'missing', id: '999999' };
  return [
    { ...body },
    { ...body, token: 'not.a.token' },
    { ...body, token: reader },
    { ...body, token: author, path: missing },
    { ...body, token: author, path: { id: '999999' } },
    { ...body, token: author, path: { id: 'x' } },
    { ...body, token: author, path: { slug: '%FF', username: '%FF' } },
    { ...body, token: author, query: '?unknown=1&limit=x&offset=-1' },
    { ...body, token: author, query: '?limit=%FF' },
    { ...(unique === undefined ? {} : { body: unique }), token: author, accept: 'image/png' },
    ...conflicting.map((each) => ({ token: author, body: each })),
    ...(operation.hasBody
      ? [
          { token: author, body: '{' },
          { token: author, body: '{}' },
          { token: author, body: '[1]' },
          { token: author, body: 'text', type: 'application/unknown' },
          { token: author, body: LARGE },
        ]
      : []),
    ...(operation.name === 'post /users/login' ? Array.from({ length: LOGINS }, () => ({ body: '{}' })) : []),
    // Last, because it removes what the other requests need.
    { ...body, token: author },
  ];
}

describe.each(['annotations', 'controllers'] as const)('Conduit with %s', (frontEnd) => {
  let conduit: StartedConduit | undefined;
  const errors = new Map<string, { documented: readonly number[]; caused: readonly number[] }>();

  beforeAll(async () => {
    conduit = await startConduit(frontEnd);
    const fixture = new Fixture(conduit);
    const operations = operationsOf(await fixture.document());
    await fixture.fill();
    // Articles are deleted last, because the other operations need them.
    const rank = ({ method, name }: Operation): number =>
      name === 'delete /articles/{slug}' ? 2 : Number(method === 'DELETE');
    for (const operation of operations.toSorted((a, b) => rank(a) - rank(b))) {
      const caused = new Set<number>();
      for (const probe of probesOf(operation, fixture)) {
        const { status } = await fixture.send(operation, probe);
        if (status >= 400) caused.add(status);
      }
      const { name, documented } = operation;
      errors.set(name, { documented, caused: [...caused].toSorted((a, b) => a - b) });
    }
  });
  afterAll(() => conduit?.stop());

  it('documents exactly the errors that occur', () => {
    expect(errors.size).toBe(19);
    const documented = [...errors].map(([name, each]) => [name, each.documented.join(' ')]);
    const caused = [...errors].map(([name, each]) => [name, each.caused.join(' ')]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(caused));
  });
});
