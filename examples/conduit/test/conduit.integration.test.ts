import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeApi } from './api-cases.ts';
import { createSend, type Send } from './send.ts';
import { startConduit, type StartedConduit } from './start-conduit.ts';

describe.each(['annotations', 'controllers'] as const)('Conduit with %s on SQLite', (frontEnd) => {
  let conduit: StartedConduit | undefined;
  let send: Send;
  beforeAll(async () => {
    conduit = await startConduit(frontEnd);
    send = createSend(conduit.port);
  });
  afterAll(() => conduit?.stop());

  describeApi((...request) => send(...request));

  it('serves its OpenAPI document', async () => {
    const { paths, components } = await documentOf(conduit!);
    expect(components.responses['unauthorized']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiErrors' } } },
    });
    expect(Object.keys(paths)).toHaveLength(12);
  });
});

it('both front ends document the same operations', async () => {
  const operations = async (frontEnd: 'annotations' | 'controllers'): Promise<string[]> => {
    const conduit = await startConduit(frontEnd);
    onTestFinished(() => conduit.stop());
    const { paths } = await documentOf(conduit);
    return Object.entries(paths)
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
      .toSorted();
  };
  const annotations = await operations('annotations');
  expect(annotations).toHaveLength(19);
  expect(await operations('controllers')).toEqual(annotations);
});

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly responses: Readonly<Record<string, unknown>> };
}

async function documentOf({ port }: StartedConduit): Promise<Document> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  return (await response.json()) as Document;
}
