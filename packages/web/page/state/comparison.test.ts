import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Comparison, sumStages } from './comparison.ts';
import { Session } from './session.ts';

let respond: (path: string) => Response | Promise<Response>;
let comparison: Comparison;
let session: Session;

beforeEach(() => {
  stubService(({ path }) => respond(path));
  session = new Session(signal(catalogues.en), () => Promise.resolve());
  comparison = new Comparison(session);
});
afterEach(() => vi.unstubAllGlobals());

it('a comparison is loaded for two installations', async () => {
  respond = (path) => Response.json({ path });
  const loading = comparison.load(1, 2);
  expect(comparison.state.value).toEqual({ kind: 'loading' });
  await loading;
  const answer = { path: '/api/installs/compare?a=1&b=2' };
  expect(comparison.state.value).toEqual({ kind: 'compared', answer });
});

it('a comparison distinguishes absent installations from failures', async () => {
  respond = () => Response.json({ detail: 'none' }, { status: 404 });
  await comparison.load(1, 2);
  expect([comparison.state.value, session.message.value]).toEqual([{ kind: 'absent' }, undefined]);
  respond = () => Response.json({ detail: 'the disk is full' }, { status: 507 });
  await comparison.load(1, 2);
  expect(comparison.state.value).toEqual({ kind: 'failed' });
  expect(session.message.value?.text).toBe('the disk is full');
});

it('a comparison shows only the response to the last request', async () => {
  const responses: ((response: Response) => void)[] = [];
  respond = () => new Promise<Response>((resolve) => responses.push(resolve));
  const [first, second] = [comparison.load(1, 2), comparison.load(3, 4)];
  responses[1]!(Response.json({ second: true }));
  await second;
  responses[0]!(Response.json({}, { status: 404 }));
  await first;
  expect(comparison.state.value).toEqual({ kind: 'compared', answer: { second: true } });
});

it('sumStages adds up the durations of completed operations', () => {
  const operation = (id: string, stage: string, more: object) => ({ id, stage, title: id, ...more });
  const [table, format] = [
    operation('table', 'disk', { before: 200, after: 300 }),
    operation('format', 'disk', { before: 50 }),
  ];
  const fetch = operation('fetch', 'download', { after: 1 });
  const command = operation('command', 'commands', {});
  expect(sumStages([table, fetch, format, command])).toEqual([
    { stage: 'disk', before: 250, after: 300, operations: [table, format] },
    { stage: 'download', after: 1, operations: [fetch] },
    { stage: 'commands', operations: [command] },
  ]);
});
