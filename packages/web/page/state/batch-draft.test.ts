import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchPlan, Loss, NodeRows } from '../api/answers.ts';
import { stubService, type SentRequest } from '../api/testing.ts';
import { english } from '../words/english.ts';
import { BatchDraft } from './batch-draft.ts';
import { Session } from './session.ts';

let plan: BatchPlan;
const check: NodeRows = {
  count: 2,
  valid: true,
  rows: [
    { number: 1, line: 2, selector: { mac: '52:54:00:00:00:01' }, nodes: [7] },
    { number: 2, line: 3, selector: { mac: '52:54:00:00:00:02' }, nodes: [] },
  ],
  findings: [],
};
let started: () => Response;
let asked: (readonly Loss[])[] = [];
let agrees = true;
const sent: SentRequest[] = [];
/** The entries that the page writes into the storage of the tab. */
const storage: string[] = [];

beforeEach(() => {
  plan = { digest: 'd1', count: 2, overwrites: false, rows: [], findings: [] };
  started = () => Response.json({ id: 12 }, { status: 202 });
  asked = [];
  agrees = true;
  sent.length = 0;
  storage.length = 0;
  stubService((request) => {
    sent.push(request);
    if (request.path === '/api/node-configurations/rows/check') return Response.json(check);
    return request.path === '/api/batches/plan' ? Response.json(plan) : started();
  });
  const { sessionStorage } = globalThis;
  vi.stubGlobal('sessionStorage', {
    ...sessionStorage,
    setItem: (key: string, value: string) => storage.push(`${key}=${value}`),
  });
});
afterEach(() => vi.unstubAllGlobals());

function create(credentials?: string): BatchDraft {
  const session = new Session(signal(english), () => Promise.resolve());
  const ask = (losses: readonly Loss[]): Promise<boolean> => {
    asked.push(losses);
    return Promise.resolve(agrees);
  };
  const draft = new BatchDraft(session, { ask }, () => credentials);
  draft.openTemplate('{"configuration": {"sys-language": "de_DE"}}');
  draft.table.value = 'hostname,!password\nweb,secret-of-web\n';
  return draft;
}

const bodies = (): unknown[] => sent.map(({ body }) => JSON.parse(body) as unknown);

it('a draft can be reviewed if it has a template, a table, a target and valid labels', () => {
  const draft = create();
  expect(draft.isComplete.value).toBe(true);
  draft.labels.value = 'rack';
  expect(draft.isComplete.value).toBe(false);
  draft.labels.value = 'rack={{rack}}';
  draft.target.value = ' ';
  expect(draft.isComplete.value).toBe(false);
  draft.target.value = 'x.img';
  draft.table.value = '';
  expect(draft.isComplete.value).toBe(false);
});

it('a review sends what is planned, with the option for a language and the kept secrets', async () => {
  const draft = create('{"passphrase": "kept"}');
  draft.labels.value = 'rack={{rack}}';
  draft.target.value = ' /dev/disk/by-id/{{disk}} ';
  draft.kind.value = 'device';
  await draft.review();
  expect(bodies()).toEqual([
    {
      template: '{"configuration": {"sys-language": "de_DE"}}',
      table: 'hostname,!password\nweb,secret-of-web\n',
      device: '/dev/disk/by-id/{{disk}}',
      labels: { rack: '{{rack}}' },
      credentials: '{"passphrase": "kept"}',
      advanced: true,
    },
  ]);
  expect([draft.result.value?.digest, draft.isOutdated.value]).toEqual(['d1', false]);
});

it('a reviewed batch is started with its settings and its digest, and its table is forgotten', async () => {
  const draft = create();
  await draft.review();
  draft.settings.value = { concurrency: 8, canaries: 2, stopAfter: 3 };
  expect(draft.isOutdated.value).toBe(false);
  expect(await draft.start()).toBe('/batches/12');
  expect(bodies().at(-1)).toMatchObject({
    planSha256: 'd1',
    overwrite: false,
    concurrency: 8,
    canaries: 2,
    stopAfter: 3,
    image: '{{hostname}}.img',
  });
  expect([draft.table.value, draft.template.value, draft.result.value]).toEqual(['', '', undefined]);
  expect(storage.join()).not.toContain('secret-of-web');
});

it('a batch is not started after a change, or with rows that cannot be installed', async () => {
  const draft = create();
  expect(await draft.start()).toBeUndefined();
  await draft.review();
  draft.table.value += 'db,secret-of-db\n';
  expect(draft.isOutdated.value).toBe(true);
  expect(await draft.start()).toBeUndefined();
  const { digest: _digest, ...refused } = plan;
  plan = refused;
  await draft.review();
  expect(await draft.start()).toBeUndefined();
  expect(sent.map(({ path }) => path)).toEqual(['/api/batches/plan', '/api/batches/plan']);
});

it('losses require consent', async () => {
  const losses = [{ target: '/images/web.img', description: 'The image.' }];
  const row = { number: 1, line: 2, target: 'web.img', path: '/images/web.img', labels: {}, digest: 'd' };
  plan = { ...plan, overwrites: true, rows: [{ ...row, losses }] };
  const draft = create();
  await draft.review();
  agrees = false;
  expect(await draft.start()).toBeUndefined();
  agrees = true;
  expect(await draft.start()).toBe('/batches/12');
  expect(asked).toEqual([losses, losses]);
  expect(bodies().at(-1)).toMatchObject({ overwrite: true });
});

it('a refused start leaves the draft, and reviews it again', async () => {
  const draft = create();
  await draft.review();
  started = () => Response.json({ title: 'Conflict', detail: 'The batch has changed' }, { status: 409 });
  plan = { ...plan, digest: 'd2' };
  expect(await draft.start()).toBeUndefined();
  expect([draft.table.value !== '', draft.result.value?.digest]).toEqual([true, 'd2']);
});

it('the usual target changes with its kind, and one that the user has written remains', () => {
  const draft = create();
  draft.selectKind('mac');
  expect(draft.target.value).toBe('{{mac}}');
  draft.target.value = '{{card}}';
  draft.selectKind('image');
  expect([draft.kind.value, draft.target.value]).toEqual(['image', '{{card}}']);
});

it('rows are assigned to machines after their check, without labels and settings', async () => {
  const draft = create();
  draft.labels.value = 'rack=3';
  draft.selectKind('mac');
  await draft.review();
  expect(draft.result.value).toMatchObject({ isValid: true, count: 2, valid: 2, known: 1 });
  expect(await draft.start()).toBe('/nodes');
  const body = {
    template: '{"configuration": {"sys-language": "de_DE"}}',
    table: 'hostname,!password\nweb,secret-of-web\n',
    advanced: true,
    selector: { mac: '{{mac}}' },
  };
  expect(bodies()).toEqual([body, body]);
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/node-configurations/rows/check',
    '/api/node-configurations/rows',
  ]);
  expect(draft.table.value).toBe('');
});
