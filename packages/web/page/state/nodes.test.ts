import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Node } from '../api/answers.ts';
import { stubService, type SentRequest } from '../api/testing.ts';
import { english } from '../words/english.ts';
import { Nodes } from './nodes.ts';
import { Session } from './session.ts';

const newNode = (id: number, more: Partial<Node> = {}): Node => ({
  id,
  state: 'approved',
  macs: [`52:54:00:00:00:${String(id % 100).padStart(2, '0')}`],
  labels: {},
  created: '2026-11-20T10:00:00.000Z',
  boot: 'local',
  run: 0,
  findings: [],
  ...more,
});

let stored: Node[] = [];
let status = 200;
const sent: SentRequest[] = [];

beforeEach(() => {
  stored = [];
  status = 200;
  sent.length = 0;
  stubService((request) => {
    sent.push(request);
    if (status !== 200) return Response.json({ title: 'Service Unavailable' }, { status });
    if (request.path === '/api/nodes/tokens')
      return Response.json({ token: 'one-time', expires: '2026-11-20T11:00:00.000Z' });
    if (request.method === 'POST') {
      const added = newNode(9, JSON.parse(request.body) as Partial<Node>);
      stored.push(added);
      return Response.json(added, { status: 201 });
    }
    const query = new URLSearchParams(request.path.split('?')[1]);
    const after = Number(query.get('after'));
    const found = stored.filter(({ id }) => id > after);
    return Response.json(found.slice(0, Number(query.get('limit'))));
  });
});
afterEach(() => vi.unstubAllGlobals());

const create = (): Nodes => new Nodes(new Session(signal(english), () => Promise.resolve()));

it('all machines are loaded, also if one response does not contain them', async () => {
  stored = Array.from({ length: 2_001 }, (_, index) => newNode(index + 1));
  const nodes = create();
  await nodes.load();
  expect(nodes.list.value).toHaveLength(2_001);
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/nodes?after=0&limit=1000',
    '/api/nodes?after=1000&limit=1000',
    '/api/nodes?after=2000&limit=1000',
  ]);
});

it('machines are found by name, number, network card and serial number, and filtered by state and label', async () => {
  stored = [
    newNode(1, { name: 'rack 3, unit 7', state: 'lost', labels: { rack: '3' } }),
    newNode(2, { serial: 'ABC', labels: { rack: '3', disk: 'ssd' } }),
    newNode(31, { labels: { rack: '4' } }),
  ];
  const nodes = create();
  await nodes.load();
  const shown = (text: string, state: Node['state'] | '' = '', label = ''): number[] => {
    nodes.filter.value = { text, state, label };
    return nodes.shown.value.map(({ id }) => id);
  };
  expect(nodes.labels.value).toEqual(['disk=ssd', 'rack=3', 'rack=4']);
  expect([...nodes.counts.value]).toEqual([
    ['lost', 1],
    ['approved', 2],
  ]);
  expect(shown('')).toEqual([1, 2, 31]);
  expect(shown('UNIT')).toEqual([1]);
  expect(shown(' abc ')).toEqual([2]);
  expect(shown('54:00:00:00:31')).toEqual([31]);
  expect(shown('', 'approved')).toEqual([2, 31]);
  expect(shown('', 'approved', 'rack=3')).toEqual([2]);
  expect(shown('none')).toEqual([]);
});

it('a failed request leaves the machines that are displayed', async () => {
  stored = [newNode(1)];
  const nodes = create();
  await nodes.load();
  status = 503;
  await nodes.load(true);
  expect([nodes.list.value?.length, nodes.hasFailed.value]).toEqual([1, true]);
});

it('an expected machine is added and listed', async () => {
  const nodes = create();
  expect(await nodes.add({ name: 'web', macs: ['52:54:00:00:00:09'] })).toBe(true);
  expect(nodes.list.value).toMatchObject([{ id: 9, name: 'web' }]);
  status = 409;
  expect(await nodes.add({ macs: ['52:54:00:00:00:09'] })).toBe(false);
});

it('a token is forgotten when the machines are no longer displayed', async () => {
  const nodes = create();
  await nodes.createToken();
  expect(nodes.token.value?.token).toBe('one-time');
  nodes.close();
  expect(nodes.token.value).toBeUndefined();
});
