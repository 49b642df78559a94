import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from './api-cases.ts';
import { createSend, type Send } from './send.ts';
import { startConduit, type StartedConduit } from './start-conduit.ts';

const documents = new Map<string, Record<string, object>>();

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
    const document = await fetch(`http://127.0.0.1:${conduit!.port}/openapi.json`);
    const { paths, components } = (await document.json()) as {
      paths: Record<string, object>;
      components: { responses: Record<string, unknown> };
    };
    documents.set(frontEnd, paths);
    expect(components.responses['unauthorized']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiErrors' } } },
    });
    expect(Object.keys(paths)).toHaveLength(12);
  });
});

it('both front ends document the same operations', () => {
  const [annotations, controllers] = [...documents.values()].map((paths) =>
    Object.entries(paths)
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
      .toSorted(),
  );
  expect(annotations).toHaveLength(19);
  expect(controllers).toEqual(annotations);
});
