import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeApi } from './api-cases.ts';
import { createSend, type Send } from './send.ts';
import { startConduit, type StartedConduit } from './start-conduit.ts';

const frontEnds = ['annotations', 'controllers'] as const;
const documents = new Map<string, Document>();

it.each(frontEnds)('%s: one client can try at most 20 logins a minute', async (frontEnd) => {
  const conduit = await startConduit(frontEnd);
  onTestFinished(() => conduit.stop());
  const send = createSend(conduit.port);
  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await send('POST', '/users/login', { json: { user: {} } })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
  expect((await send('GET', '/tags')).status).toBe(200);
});

describe.each(frontEnds)('Conduit with %s on SQLite', (frontEnd) => {
  let conduit: StartedConduit | undefined;
  let send: Send;
  beforeAll(async () => {
    conduit = await startConduit(frontEnd);
    send = createSend(conduit.port);
    documents.set(frontEnd, await documentOf(conduit));
  });
  afterAll(() => conduit?.stop());

  describeApi((...request) => send(...request));

  it('an error after the first change of a request undoes this change', async () => {
    const user = { username: 'grace', email: 'grace@example.com', password: 'teapot-7' };
    const { token } = (await send('POST', '/users', { json: { user } })).body.user;
    const database = new DatabaseSync(conduit!.file, { timeout: 5_000 });
    onTestFinished(() => database.close());
    // The tags are inserted after the article. The trigger runs only if the article exists by then.
    database.exec(`
      CREATE TRIGGER reject_tag BEFORE INSERT ON article_tags
      WHEN NEW.tag = 'rejected' AND EXISTS (SELECT 1 FROM articles WHERE id = NEW.article_id)
      BEGIN SELECT RAISE(ABORT, 'the article was written'); END`);
    const article = { title: 'Undone', description: 'About it', body: 'All of it' };
    const publish = (tag: string) =>
      send('POST', '/articles', { token, json: { article: { ...article, tagList: [tag] } } });
    expect((await publish('rejected')).status).toBe(500);
    expect(database.prepare('SELECT id FROM articles WHERE slug = ?').all('undone')).toEqual([]);
    expect((await send('GET', '/articles/undone')).status).toBe(404);

    // The title is still available, and later requests have their own transactions.
    expect((await publish('accepted')).status).toBe(201);
    expect((await send('GET', '/articles/undone')).body.article).toMatchObject({
      ...article,
      tagList: ['accepted'],
    });
  });

  it('serves its OpenAPI document', () => {
    const { paths, components } = documents.get(frontEnd)!;
    expect(components.responses['unauthorized']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiErrors' } } },
    });
    expect(Object.keys(paths)).toHaveLength(12);
  });
});

it('both front ends document the same operations', () => {
  const [annotations, controllers] = frontEnds.map((frontEnd) =>
    Object.entries(documents.get(frontEnd)!.paths)
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
      .toSorted(),
  );
  expect(annotations).toHaveLength(19);
  expect(controllers).toEqual(annotations);
});

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly responses: Readonly<Record<string, unknown>> };
}

async function documentOf({ port }: StartedConduit): Promise<Document> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  return (await response.json()) as Document;
}
