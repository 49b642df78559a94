import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Loss, Node, NodeConfiguration, NodePlan } from '../api/answers.ts';
import type { ProblemDocument } from '../api/problem.ts';
import { stubService, type SentRequest } from '../api/testing.ts';
import { english } from '../words/english.ts';
import { NodeDetail } from './node.ts';
import { Session } from './session.ts';

const losses: readonly Loss[] = [{ target: '/dev/vda', description: 'Everything.' }];

let node: Node;
let configuration: NodeConfiguration | undefined;
let plan: NodePlan;
let refusal: ProblemDocument | undefined;
const events: Record<string, string> = {};
const sent: SentRequest[] = [];
let agrees = true;

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false });
  node = {
    id: 7,
    state: 'approved',
    approved: '2026-11-20T10:00:00.000Z',
    code: '3f1c-09ab-77d2',
    macs: ['52:54:00:00:00:07'],
    labels: { rack: '3' },
    created: '2026-11-20T10:00:00.000Z',
    boot: 'local',
    run: 0,
    findings: [],
  };
  configuration = { id: 1, selector: { labels: { rack: '3' } }, created: '2026-11-20T10:00:00.000Z' };
  plan = { digest: 'd1', text: 'the plan', configuration: 1, losses: [...losses], findings: [] };
  for (const path of Object.keys(events)) delete events[path];
  sent.length = 0;
  agrees = true;
  refusal = undefined;
  stubService((request) => {
    sent.push(request);
    const path = request.path.replace('/api/nodes/7', '');
    if (request.path.startsWith('/api/nodes/8'))
      return Response.json({ title: 'Not Found' }, { status: 404 });
    if (path.endsWith('/events')) {
      const text = events[path];
      delete events[path];
      return text === undefined ? new Response(null, { status: 204 }) : new Response(text);
    }
    if (request.method !== 'GET') return Response.json(node, { status: 202 });
    if (path === '/configuration') return Response.json({ configuration });
    if (path === '/plan')
      return refusal === undefined ? Response.json(plan) : Response.json(refusal, { status: 422 });
    if (path === '/facts') return Response.json({ disks: [], memory: 1, unseen: [], unread: [] });
    return Response.json(node);
  });
});
afterEach(() => vi.unstubAllGlobals());

const create = (): NodeDetail =>
  new NodeDetail(new Session(signal(english), () => Promise.resolve()), () => Promise.resolve(agrees));

async function open(): Promise<NodeDetail> {
  const detail = create();
  await detail.open(7);
  return detail;
}

const posted = (): string[] =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => `${method} ${path} ${body}`);

const event = (number: number, type: string, data: object = {}): string =>
  `id: ${number}\nevent: ${type}\ndata: ${JSON.stringify({ number, type, ...data })}\n\n`;

it('a machine is loaded with its configuration, its facts and its history', async () => {
  const time = '2026-11-20T10:00:00.000Z';
  events['/runs/0/events'] = event(1, 'registered', { time }) + event(2, 'approved', { time });
  const detail = await open();
  expect(detail.node.value).toEqual(node);
  expect(detail.configuration.value).toEqual(configuration);
  expect(detail.facts.value).toMatchObject({ memory: 1 });
  expect(detail.history.value.map(({ type }) => type)).toEqual(['approved', 'registered']);
  detail.close();
});

it('a machine that has not registered has no facts', async () => {
  delete (node as { code?: string }).code;
  const detail = await open();
  expect([detail.node.value?.id, detail.facts.value]).toEqual([7, undefined]);
  expect(sent.some(({ path }) => path.endsWith('/facts'))).toBe(false);
  detail.close();
});

it('a machine that does not exist is absent', async () => {
  const detail = create();
  await detail.open(8);
  expect([detail.isAbsent.value, detail.hasFailed.value]).toEqual([true, false]);
});

it('the agent with the displayed code is approved', async () => {
  const detail = await open();
  expect(await detail.approve(node)).toBe(true);
  expect(posted()).toEqual(['POST /api/nodes/7/approve {"code":"3f1c-09ab-77d2"}']);
  detail.close();
});

it('a machine is installed by the displayed plan after consent to its losses', async () => {
  const detail = await open();
  await detail.makePlan(node);
  agrees = false;
  expect(await detail.install(node, 'wait')).toBe(false);
  expect(posted()).toEqual([]);
  agrees = true;
  expect(await detail.install(node, 'wait')).toBe(true);
  expect(posted()).toEqual([
    'POST /api/nodes/7/install {"planSha256":"d1","overwrite":true,"ending":"wait"}',
  ]);
  expect(detail.plan.value).toBeUndefined();
  detail.close();
});

it('a plan is discarded when another configuration selects the machine', async () => {
  const detail = await open();
  await detail.makePlan(node);
  await detail.setLabels(node, { rack: '3' });
  expect(detail.plan.value?.digest).toBe('d1');
  configuration = { id: 2, selector: { labels: { rack: '4' } }, created: '2026-11-20T10:00:00.000Z' };
  await detail.setLabels(node, { rack: '4' });
  expect([detail.plan.value, detail.configuration.value?.id]).toEqual([undefined, 2]);
  detail.close();
});

it('the findings that prevent a plan remain until the next plan', async () => {
  const session = new Session(signal(english), () => Promise.resolve());
  const detail = new NodeDetail(session, () => Promise.resolve(true));
  await detail.open(7);
  await detail.makePlan(node);
  const errors = [{ code: 'W1606', detail: 'no disk', expected: '/dev/vda', hint: 'name a disk' }];
  refusal = { title: 'Target refused', detail: '1 error', errors };
  await detail.makePlan(node);
  expect([detail.plan.value, detail.refusal.value?.errors, session.message.value]).toEqual([
    undefined,
    errors,
    undefined,
  ]);
  refusal = { title: 'Conflict', detail: 'Node 7 has not registered' };
  await detail.makePlan(node);
  expect([detail.refusal.value, session.message.value?.text]).toEqual([
    undefined,
    'Node 7 has not registered',
  ]);
  refusal = undefined;
  await detail.makePlan(node);
  expect([detail.plan.value?.digest, detail.refusal.value]).toEqual(['d1', undefined]);
  detail.close();
});

it('a run is followed until its end', async () => {
  node = { ...node, run: 3 };
  events['/runs/3/events'] = [
    event(1, 'start', { id: 'disk', title: 'Partition /dev/vda', stage: 'disk', weight: 1 }),
    event(2, 'log', { text: 'hello' }),
    event(3, 'progress', { id: 'disk', fraction: 0.5, total: 0.25 }),
  ].join('');
  const detail = await open();
  const { run } = detail;
  await vi.waitFor(() => expect(run.lines.value).toEqual(['hello']));
  expect([run.number.value, run.total.value, run.step.value]).toEqual([3, 0.25, 'Partition /dev/vda']);
  detail.close();
  expect([run.number.value, run.lines.value]).toEqual([undefined, []]);
});

it('the power is controlled and, with a management controller, read afterwards', async () => {
  const detail = await open();
  await detail.control(node, 'wake', false);
  await detail.control(node, 'reset', true);
  expect(posted()).toEqual([
    'POST /api/nodes/7/power {"action":"wake"}',
    'POST /api/nodes/7/power {"action":"reset","boot":"network"}',
  ]);
  expect(sent.filter(({ method, path }) => method === 'GET' && path.endsWith('/power'))).toHaveLength(1);
  detail.close();
});

it('a released machine is no longer followed', async () => {
  const detail = await open();
  expect(await detail.release(node)).toBe(true);
  expect(posted()).toEqual(['DELETE /api/nodes/7 ']);
});
