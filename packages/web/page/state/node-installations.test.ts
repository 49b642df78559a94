import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Loss, NodePlans } from '../api/answers.ts';
import { stubService, type SentRequest } from '../api/testing.ts';
import { english } from '../words/english.ts';
import { NodeInstallations } from './node-installations.ts';
import { Session } from './session.ts';

const loss: Loss = { target: '/dev/sda', description: 'Everything on it', contents: [], answers: [] };
const planned: NodePlans = {
  count: 3,
  plans: [
    { node: 1, name: 'web', planSha256: 'a'.repeat(64), configuration: 1, losses: [] },
    { node: 2, planSha256: 'b'.repeat(64), configuration: 1, losses: [loss] },
  ],
  refused: [{ node: 3, code: 'conflict', detail: 'Node 3 is at work' }],
  overwrites: true,
};

let refusal: object | undefined;
let agrees = true;
const sent: SentRequest[] = [];
const asked: (readonly Loss[])[] = [];

beforeEach(() => {
  refusal = undefined;
  agrees = true;
  sent.length = 0;
  asked.length = 0;
  stubService((request) => {
    sent.push(request);
    if (request.path === '/api/node-installations/plan') return Response.json(planned);
    return refusal === undefined
      ? Response.json([{}, {}], { status: 202 })
      : Response.json(refusal, { status: 409 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const create = (): { readonly state: NodeInstallations; readonly session: Session } => {
  const session = new Session(signal(english), () => Promise.resolve());
  const state = new NodeInstallations(session, (losses) => {
    asked.push(losses);
    return Promise.resolve(agrees);
  });
  return { state, session };
};
const describe = ({ id, name }: { readonly id: number; readonly name?: string | undefined }): string =>
  name ?? `Machine ${id}`;

it('several machines are installed in one request, after consent to the losses of all of them', async () => {
  const { state } = create();
  await state.plan([1, 2, 3]);
  expect(state.plans.value).toEqual(planned);
  await state.install('wait', describe);
  expect(asked).toEqual([[{ ...loss, target: 'Machine 2: /dev/sda' }]]);
  expect(sent.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
    ['/api/node-installations/plan', { nodes: [1, 2, 3] }],
    [
      '/api/node-installations',
      {
        plans: planned.plans.map(({ node, planSha256 }) => ({ node, planSha256 })),
        overwrite: true,
        ending: 'wait',
      },
    ],
  ]);
  expect([state.requested.value, state.plans.value]).toEqual([2, undefined]);
});

it('without consent, nothing is installed, and the plans remain', async () => {
  const { state } = create();
  await state.plan([1, 2]);
  agrees = false;
  await state.install('reboot', describe);
  expect(sent).toHaveLength(1);
  expect(state.plans.value).toEqual(planned);
});

it('a refusal is shown with the reasons, and the machines must be planned again', async () => {
  const { state, session } = create();
  await state.plan([1]);
  const errors = [{ code: 'plan-changed', detail: 'The plan has changed', node: 1 }];
  refusal = { title: 'The nodes cannot be installed', errors };
  await state.install('reboot', describe);
  expect(session.message.value?.text).toBe('The nodes cannot be installed\nThe plan has changed');
  expect([state.requested.value, state.plans.value]).toEqual([undefined, undefined]);
});

it('plans are forgotten, also while they are being made', async () => {
  const { state } = create();
  const planning = state.plan([1]);
  expect(state.isPlanning.value).toBe(true);
  state.reset();
  await planning;
  expect([state.isPlanning.value, state.plans.value]).toEqual([false, undefined]);
});
