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
