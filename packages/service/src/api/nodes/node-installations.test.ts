import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DISK_SERIAL, machineFacts, registerAgent, type TestAgent } from '../../testing/agents.ts';
import { installable, setUp, type SetUp } from '../../testing/service.ts';

const configuration = JSON.stringify({
  ...(JSON.parse(installable) as object),
  harddrives: [`serial=${DISK_SERIAL}`],
});
const selector = { labels: { rack: '3' } };

interface Plans {
  readonly count: number;
  readonly overwrites: boolean;
  readonly plans: readonly { readonly node: number; readonly planSha256: string }[];
  readonly refused: readonly { readonly node: number; readonly code: string; readonly detail: string }[];
}

const post = (url: string, json: object) => ({ method: 'POST', url, json });

/** Registers machines in rack 3, and approves their agents. */
async function addMachines(set: SetUp, count: number, facts = machineFacts()): Promise<readonly TestAgent[]> {
  await set.send(post('/api/node-configurations', { selector, configuration }));
  const agents: TestAgent[] = [];
  for (let index = 0; index < count; index += 1) {
    const macs = [`52:54:00:00:00:${index.toString(16).padStart(2, '0')}`];
    const agent = await registerAgent(set, { macs, labels: { rack: '3' }, facts: JSON.stringify(facts) });
    await set.send(post(`/api/nodes/${agent.id}/approve`, { code: agent.code }));
    agents.push(agent);
  }
  return agents;
}

async function planAll({ send }: SetUp, selection: object = selector): Promise<Plans> {
  const response = await send(post('/api/node-installations/plan', selection));
  expect(response.status, response.text()).toBe(200);
  return response.json() as unknown as Plans;
}

const toReviewed = ({ plans }: Plans) => plans.map(({ node, planSha256 }) => ({ node, planSha256 }));

describe('the installation of several nodes', () => {
  it('begins on all of them by the plans that were reviewed, and is recorded in one entry', async () => {
    const set = await setUp();
    const agents = await addMachines(set, 3);
    const answer = await planAll(set, { ...selector, states: ['approved'] });
    expect(answer).toMatchObject({ count: 3, overwrites: false, refused: [] });
    expect(answer.plans).toMatchObject(
      agents.map(({ id }) => ({ node: id, configuration: 1, losses: [], planSha256: expect.any(String) })),
    );
    const alone = (await set.send('/api/nodes/1/plan')).json() as { digest: string };
    expect(answer.plans[0]!.planSha256).toBe(alone.digest);

    const plans = toReviewed(answer).toReversed();
    const response = await set.send(post('/api/node-installations', { plans, ending: 'wait' }));
    expect([response.status, (response.json() as unknown as object[]).length]).toEqual([202, 3]);
    for (const agent of agents)
      expect((await agent.send('')).json().work).toEqual({ run: 1, kind: 'install', isCancelled: false });
    const claimed = await agents[2]!.send('/claim', { run: 1, nonce: 'nonce' });
    expect(claimed.json()).toMatchObject({ planSha256: answer.plans[2]!.planSha256, ending: 'wait' });
    const lines = toReviewed(answer).map(({ node, planSha256 }) => `${node} ${planSha256}\n`);
    const entries = (await set.send('/api/audit')).json() as unknown as { readonly action: string }[];
    const ofRequest = entries.filter(({ action }) => action === 'POST /api/node-installations');
    expect(ofRequest).toHaveLength(1);
    expect(ofRequest[0]).toMatchObject({
      subject: 'nodes 1-3',
      status: 202,
      digest: createHash('sha256').update(lines.join('')).digest('hex'),
    });
  });

  it('is refused on all of them with the reason for each one that cannot be installed', async () => {
    const set = await setUp();
    const agents = await addMachines(set, 4);
    const answer = await planAll(set);
    const [working, unlabelled] = agents as [TestAgent, TestAgent];
    const { planSha256 } = answer.plans[0]!;
    await set.send(post(`/api/nodes/${working.id}/install`, { planSha256 }));
    await working.send('/claim', { run: 1, nonce: 'nonce' });
    await set.send({ method: 'PUT', url: `/api/nodes/${unlabelled.id}/labels`, json: {} });
    const pending = await registerAgent(set, { macs: ['52:54:00:00:00:ff'], labels: { rack: '3' } });
    const plans = [
      ...toReviewed(answer).slice(0, 2),
      { node: 3, planSha256: 'd'.repeat(64) },
      ...toReviewed(answer).slice(3),
      { node: pending.id, planSha256 },
      { node: 99, planSha256 },
    ];
    const response = await set.send(post('/api/node-installations', { plans }));
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'nodes-refused',
      detail: '5 of 6 nodes cannot be installed; no node was given work',
    });
    const errors = response.json().errors as (Plans['refused'][number] & { pointer: string })[];
    expect(errors.map(({ node, code, pointer }) => [node, code, pointer])).toEqual([
      [1, 'conflict', '/plans/0'],
      [2, 'conflict', '/plans/1'],
      [3, 'plan-changed', '/plans/2'],
      [pending.id, 'conflict', '/plans/4'],
      [99, 'not-found', '/plans/5'],
    ]);
    expect(errors.map(({ detail }) => detail)).toEqual([
      'Node 1 is at work',
      'No configuration selects node 2; add one with POST /api/node-configurations',
      expect.stringContaining(answer.plans[2]!.planSha256),
      `Node ${pending.id} has not been approved`,
      'There is no node 99',
    ]);
    expect(errors[2]).toMatchObject({ planSha256: answer.plans[2]!.planSha256 });
    // The fourth machine could be installed, but was given no work.
    expect((await set.send('/api/nodes/4')).json()).toMatchObject({ state: 'approved', run: 0 });
    const planned = await planAll(set);
    expect(planned.plans.map(({ node }) => node)).toEqual([3, 4]);
    expect(planned.refused.map(({ node }) => node)).toEqual([1, pending.id]);
  });

  it('requires consent to the losses on each of them', async () => {
    const set = await setUp();
    await addMachines(set, 2, machineFacts({ signatures: [{ type: 'ext4', label: 'old' }] }));
    const answer = await planAll(set, { nodes: [2, 1] });
    expect(answer.overwrites).toBe(true);
    const plans = toReviewed(answer);
    const refused = await set.send(post('/api/node-installations', { plans }));
    expect(refused.json().errors).toMatchObject([
      { node: 2, code: 'overwrite-not-agreed', detail: expect.stringContaining('ext4') },
      { node: 1, code: 'overwrite-not-agreed' },
    ]);
    const one = await set.send(post('/api/node-installations', { plans: plans.slice(0, 1) }));
    expect(one.json().detail).toBe('The node cannot be installed; no node was given work');
    expect((await set.send(post('/api/node-installations', { plans, overwrite: true }))).status).toBe(202);
  });

  it('names the first finding about a configuration that does not fit a machine', async () => {
    const set = await setUp();
    await addMachines(set, 1, machineFacts({ serial: 'OTHER' }));
    const { refused, plans } = await planAll(set, { nodes: [1] });
    expect(plans).toEqual([]);
    expect(refused).toMatchObject([
      { node: 1, detail: expect.stringMatching(new RegExp(`: no disk has serial ${DISK_SERIAL}$`)) },
    ]);
  });

  it('requires a selection of nodes, and names each of them once', async () => {
    const set = await setUp();
    await addMachines(set, 1);
    const plan = (json: object) => set.send(post('/api/node-installations/plan', json));
    for (const json of [{}, { labels: {} }, { nodes: [1], labels: { rack: '3' } }, { nodes: [] }])
      expect([json, (await plan(json)).status]).toEqual([json, 400]);
    expect((await plan({ nodes: [1, 1] })).json().detail).toBe('nodes must name node 1 only once');
    expect((await plan({ nodes: Array.from({ length: 1_001 }, (_, index) => index) })).json().detail).toBe(
      'nodes must have 1 to 1000 items',
    );
    expect((await plan({ labels: { 'a b': 'c' } })).status).toBe(400);
    expect((await plan({ labels: { rack: '4' } })).json()).toMatchObject({ count: 0, plans: [] });
    expect((await set.send(post('/api/node-installations', { plans: [] }))).status).toBe(400);
  });

  it('requires the right to run, and its plan the right to view', async () => {
    const { send } = await setUp();
    const { paths } = (await send('/openapi.json')).json() as {
      paths: Record<string, { post: { security: readonly { bearer: readonly string[] }[] } }>;
    };
    const rightOf = (path: string) => paths[path]?.post.security[0]?.bearer;
    expect(rightOf('/api/node-installations')).toEqual(['run']);
    expect(rightOf('/api/node-installations/plan')).toEqual(['view']);
  });
});
