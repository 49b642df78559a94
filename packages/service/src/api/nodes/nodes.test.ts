import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISK_SERIAL, machineFacts, registerAgent, type TestAgent } from '../../testing/agents.ts';
import { temporaryFolder } from '../../testing/fakes.ts';
import { canaries, installable, setUp, unhashableConfiguration, type SetUp } from '../../testing/service.ts';

const onDisk = (text: string): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), harddrives: [`serial=${DISK_SERIAL}`] });

const configuration = onDisk(installable);
const selector = { mac: '52-54-00-12-34-56' };

function sealKeyFile(): string {
  const file = join(temporaryFolder(), 'seal.key');
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return file;
}

const post = (url: string, json: object) => ({ method: 'POST', url, json });

/** Adds a configuration, and registers and approves an agent. */
async function approve(set: SetUp, text = configuration): Promise<TestAgent> {
  const added = await set.send(post('/api/node-configurations', { selector, configuration: text }));
  expect(added.status, added.text()).toBe(201);
  const agent = await registerAgent(set);
  const approved = await set.send(post(`/api/nodes/${agent.id}/approve`, { code: agent.code }));
  expect(approved.json()).toMatchObject({ state: 'approved' });
  return agent;
}

/** Sets the node to install by its current plan. */
async function install({ send }: SetUp, { id }: TestAgent, more: object = {}): Promise<void> {
  const plan = await send(`/api/nodes/${id}/plan`);
  expect(plan.status, plan.text()).toBe(200);
  const { digest } = plan.json() as { digest: string };
  const set = await send(post(`/api/nodes/${id}/install`, { planSha256: digest, ...more }));
  expect([set.status, set.json().work], set.text()).toMatchObject([
    202,
    { kind: 'install', planSha256: digest },
  ]);
}

describe('the installation of a node', () => {
  it('leads from the registration to the report', async () => {
    const set = await setUp();
    const agent = await approve(set);
    expect((await agent.send('')).json()).toMatchObject({
      node: agent.id,
      state: 'approved',
      code: agent.code,
    });
    await install(set, agent);
    expect((await agent.send('')).json().work).toEqual({ run: 1, kind: 'install', isCancelled: false });
    const claimed = await agent.send('/claim', { run: 1, nonce: 'nonce' });
    const { config, creds, planSha256, ending } = claimed.json() as Record<string, string>;
    expect(JSON.parse(config!)).toMatchObject({ harddrives: [`serial=${DISK_SERIAL}`] });
    expect(Object.values(JSON.parse(creds!) as object)).toEqual([
      expect.stringMatching(/^\$6\$/),
      expect.stringMatching(/^\$6\$/),
    ]);
    expect([planSha256, ending]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'reboot']);
    expect((await agent.send('/claim/confirmation', { run: 1, nonce: 'nonce' })).status).toBe(204);
    const event = { number: 1, type: 'log', data: '{"text":"hello"}' };
    expect((await agent.send('/events', { run: 1, events: [event] })).json()).toEqual({ last: 1 });
    expect((await agent.send('/report', { run: 1 })).status).toBe(204);
    expect((await set.send(`/api/nodes/${agent.id}`)).json()).toMatchObject({
      state: 'installed',
      run: 1,
      findings: [],
    });
    const events = (await set.send(`/api/nodes/${agent.id}/runs/1/events`)).text();
    expect(events).toMatch(
      /id: 1\nevent: log\ndata: \{"text":"hello"\}[^]*event: end\ndata: .*"state":"installed"/,
    );
  });

  it('limits the requests of an agent, and the events in a request', async () => {
    const set = await setUp({ rates: { token: 3 } });
    const agent = await registerAgent(set);
    const events = Array.from({ length: 1_001 }, (_, index) => ({
      number: index + 1,
      type: 'log',
      data: '{}',
    }));
    expect((await agent.send('/events', { run: 1, events })).status).toBe(400);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await agent.send('')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('accepts only events whose type is a plain word, so that the stream of the run remains readable', async () => {
    const set = await setUp();
    const agent = await approve(set);
    await install(set, agent);
    await agent.send('/claim', { run: 1, nonce: 'nonce' });
    for (const type of [
      'log\ndata: x',
      'log\r',
      'log\0',
      'Log',
      '',
      '-log',
      'a'.repeat(33),
      'end',
      '__proto__',
    ]) {
      const refused = await agent.send('/events', { run: 1, events: [{ number: 1, type, data: '{}' }] });
      expect([type, refused.status]).toEqual([type, 400]);
      expect(refused.json().detail).toMatch(/^event 1 must have a type of 1 to 32 lowercase letters/);
    }
    const types = ['start', 'a-type-of-a-newer-agent', 'a'.repeat(32)];
    const events = types.map((type, index) => ({ number: index + 1, type, data: '{}' }));
    expect((await agent.send('/events', { run: 1, events })).json()).toEqual({ last: 3 });
    await agent.send('/report', { run: 1 });
    const text = (await set.send(`/api/nodes/${agent.id}/runs/1/events`)).text();
    expect([...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([...types, 'end']);
  });

  it('does not give out a configuration before the approval, and no token or key ever', async () => {
    const set = await setUp();
    await set.send(post('/api/node-configurations', { selector, configuration }));
    const agent = await registerAgent(set);
    const { digest } = (await set.send(`/api/nodes/${agent.id}/plan`)).json() as { digest: string };
    const refused = await set.send(post(`/api/nodes/${agent.id}/install`, { planSha256: digest }));
    expect([refused.status, refused.json().detail]).toEqual([409, `Node ${agent.id} has not been approved`]);
    expect((await agent.send('/claim', { run: 0, nonce: 'n' })).status).toBe(409);
    expect((await agent.send('/claim', { run: 1, nonce: 'n' })).status).toBe(409);
    const listed = (await set.send('/api/nodes')).text();
    expect(listed).not.toContain(agent.key);
  });

  it('is approved only for the agent whose code the administrator names', async () => {
    const set = await setUp();
    const agent = await registerAgent(set);
    const wrong = await set.send(post(`/api/nodes/${agent.id}/approve`, { code: '0000-0000-0000' }));
    expect([wrong.status, wrong.json().detail]).toEqual([409, 'The agent of node 1 has another code']);
  });

  it('requires the current digest of the plan, and consent to the losses', async () => {
    const set = await setUp();
    await set.send(post('/api/node-configurations', { selector, configuration }));
    const facts = JSON.stringify(machineFacts({ signatures: [{ type: 'ext4', label: 'old' }] }));
    const agent = await registerAgent(set, { facts });
    await set.send(post(`/api/nodes/${agent.id}/approve`, {}));
    const answer = (await set.send(`/api/nodes/${agent.id}/plan`)).json() as {
      digest: string;
      losses: object[];
    };
    expect(answer.losses).toHaveLength(1);
    const url = `/api/nodes/${agent.id}/install`;
    const codeOf = async (json: object): Promise<unknown> => (await set.send(post(url, json))).json().type;
    expect(await codeOf({})).toContain('plan-not-named');
    expect(await codeOf({ planSha256: 'd'.repeat(64) })).toContain('plan-changed');
    expect(await codeOf({ planSha256: answer.digest })).toContain('overwrite-not-agreed');
    await install(set, agent, { overwrite: true });
  });

  it('gives out secrets at the first claim only, and reports a second one', async () => {
    const set = await setUp({ sealKeyFile: sealKeyFile() });
    const agent = await approve(set, onDisk(unhashableConfiguration));
    await install(set, agent);
    const first = await agent.send('/claim', { run: 1, nonce: 'first' });
    expect(first.text()).toContain(canaries[2]);
    const second = await agent.send('/claim', { run: 1, nonce: 'second' });
    expect([second.status, second.json().type]).toEqual([409, expect.stringContaining('already-claimed')]);
    expect(second.text()).not.toContain(canaries[2]);
    expect((await set.send(`/api/nodes/${agent.id}`)).json().findings).toMatchObject([
      { kind: 'second-claim' },
    ]);
    const outputs = [
      (await set.send('/api/nodes')).text(),
      (await set.send('/api/node-configurations/1')).text(),
      (await set.send(`/api/nodes/${agent.id}/plan`)).text(),
      set.logged.join('\n'),
    ];
    for (const secret of [...canaries, agent.key])
      for (const output of outputs) expect(output).not.toContain(secret);
  });

  it('does not accept a configuration whose secrets cannot be stored', async () => {
    const { send } = await setUp();
    const json = { selector, configuration: onDisk(unhashableConfiguration) };
    const refused = await send(post('/api/node-configurations', json));
    expect([refused.status, refused.json().type]).toEqual([422, expect.stringContaining('secrets-refused')]);
    expect(refused.json().detail).toContain('WRIT_SEAL_KEY_FILE');
    expect((await send('/api/node-configurations')).json()).toEqual([]);
  });

  it('ends with a failure if its configuration has been deleted before the claim', async () => {
    const set = await setUp();
    const agent = await approve(set);
    await install(set, agent);
    expect((await set.send({ method: 'DELETE', url: '/api/node-configurations/1' })).status).toBe(204);
    expect((await agent.send('/claim', { run: 1, nonce: 'nonce' })).status).toBe(409);
    expect((await set.send(`/api/nodes/${agent.id}`)).json()).toMatchObject({
      state: 'failed',
      failure: { message: 'Node configuration 1 has been deleted' },
    });
  });

  it('can be cancelled before and after the claim', async () => {
    const set = await setUp();
    const agent = await approve(set);
    const cancel = () => set.send(post(`/api/nodes/${agent.id}/cancel`, {}));
    expect((await cancel()).status).toBe(409);
    await install(set, agent);
    expect((await cancel()).status).toBe(202);
    expect((await agent.send('')).json().work).toBeUndefined();
    await install(set, agent);
    await agent.send('/claim', { run: 2, nonce: 'nonce' });
    expect((await cancel()).status).toBe(202);
    expect((await agent.send('')).json().work).toEqual({ run: 2, kind: 'install', isCancelled: true });
  });
});

describe('the API of nodes', () => {
  it('refuses requests of agents without a valid key, and of released nodes', async () => {
    const set = await setUp();
    const agent = await registerAgent(set);
    for (const authorization of ['', 'Bearer wrong-key-with-24-letters', `Bearer ${'x'.repeat(600)}`]) {
      const refused = await set.send({ ...post('/agent/orders', {}), headers: { authorization } });
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="writ agent"',
      ]);
    }
    // The token of the service is not the key of an agent, and the reverse.
    expect((await set.send(post('/agent/orders', {}))).status).toBe(401);
    const headers = { authorization: `Bearer ${agent.key}` };
    expect((await set.send({ url: '/api/nodes', headers })).status).toBe(401);
    expect((await set.send({ method: 'DELETE', url: `/api/nodes/${agent.id}` })).status).toBe(204);
    expect((await agent.send('')).status).toBe(401);
  });

  it('refuses registrations with invalid values or tokens', async () => {
    const { send } = await setUp();
    const { token } = (await send(post('/api/nodes/tokens', {}))).json() as { token: string };
    const valid = {
      token,
      key: 'k'.repeat(24),
      macs: ['52:54:00:12:34:56'],
      labels: {},
      facts: JSON.stringify(machineFacts()),
    };
    const statusOf = async (change: object): Promise<number> =>
      (await send(post('/agent/registrations', { ...valid, ...change }))).status;
    expect(await statusOf({ macs: [] })).toBe(400);
    expect(await statusOf({ macs: ['52:54'] })).toBe(400);
    expect(await statusOf({ uuid: '1' })).toBe(400);
    expect(await statusOf({ key: 'short' })).toBe(400);
    expect(await statusOf({ facts: '{}' })).toBe(400);
    expect(await statusOf({ labels: { 'a b': 'c' } })).toBe(400);
    expect(await statusOf({ token: 'x'.repeat(43) })).toBe(403);
    expect(await statusOf({})).toBe(201);
  });

  it('adds expected nodes, labels them and lists them by label and state', async () => {
    const { send } = await setUp();
    const added = await send(post('/api/nodes', { macs: ['52-54-00-AB-CD-EF'], name: 'rack 3' }));
    expect([added.status, added.json()]).toMatchObject([
      201,
      { id: 1, state: 'expected', macs: ['52:54:00:ab:cd:ef'], name: 'rack 3', boot: 'local', run: 0 },
    ]);
    expect((await send(post('/api/nodes', { macs: ['525400abcdef'] }))).status).toBe(409);
    expect((await send(post('/api/nodes', {}))).status).toBe(400);
    const labelled = await send({ method: 'PUT', url: '/api/nodes/1/labels', json: { rack: '3' } });
    expect(labelled.json().labels).toEqual({ rack: '3' });
    const count = async (query: string): Promise<number> =>
      ((await send(`/api/nodes?${query}`)).json() as []).length;
    expect(await count('label=rack=3')).toBe(1);
    expect(await count('label=rack=4')).toBe(0);
    expect(await count('state=pending&state=lost')).toBe(0);
    expect((await send('/api/nodes?label=rack')).status).toBe(400);
    expect((await send('/api/nodes/2')).status).toBe(404);
  });

  it('refuses invalid configurations with every finding, and empty selectors', async () => {
    const { send } = await setUp();
    const answer = await send(
      post('/api/node-configurations', { selector, configuration: '{"bootloader": "lilo", "kernels": []}' }),
    );
    expect(answer.status).toBe(422);
    expect((answer.json().errors as unknown[]).length).toBeGreaterThan(1);
    for (const wrong of [{}, { labels: {} }, { mac: '52' }])
      expect((await send(post('/api/node-configurations', { selector: wrong, configuration }))).status).toBe(
        400,
      );
  });

  it('lists the disks of the node if the configuration names another one', async () => {
    const set = await setUp();
    await approve(set, configuration.replace(DISK_SERIAL, 'NOPE'));
    const answer = await set.send('/api/nodes/1/plan');
    expect(answer.json().errors).toEqual([
      expect.objectContaining({
        detail: 'no disk has serial NOPE',
        expected: expect.stringContaining(DISK_SERIAL),
      }),
    ]);
  });

  it('erases only disks that the facts of the node contain', async () => {
    const set = await setUp();
    const agent = await approve(set);
    const url = `/api/nodes/${agent.id}/erase`;
    expect((await set.send(post(url, { disks: [] }))).status).toBe(400);
    expect((await set.send(post(url, { disks: ['S0'] }))).status).toBe(409);
    expect((await set.send(post(url, { disks: [DISK_SERIAL] }))).status).toBe(202);
    const claimed = await agent.send('/claim', { run: 1, nonce: 'nonce' });
    expect(claimed.json()).toEqual({
      kind: 'erase',
      disks: [DISK_SERIAL],
      method: 'signatures',
      ending: 'wait',
    });
    await agent.send('/report', { run: 1 });
    expect((await set.send(`/api/nodes/${agent.id}`)).json()).toMatchObject({ state: 'erased' });
  });

  it('returns the size of a registered machine, its facts and its configuration', async () => {
    const set = await setUp();
    const expected = await set.send(post('/api/nodes', { macs: ['52:54:00:12:34:56'] }));
    expect(expected.json()).not.toHaveProperty('hardware');
    expect((await set.send('/api/nodes/1/facts')).status).toBe(404);
    expect((await set.send('/api/nodes/1/configuration')).json()).toEqual({});
    const signatures = [{ type: 'ext4', label: 'old' }];
    await registerAgent(set, { facts: JSON.stringify(machineFacts({ signatures, model: 'Fast' })) });
    const hardware = { firmware: 'uefi', memory: 4 * 2 ** 30, disks: 1, diskBytes: 16 * 2 ** 30 };
    expect((await set.send('/api/nodes')).json()).toMatchObject([{ id: 1, hardware }]);
    expect((await set.send('/api/nodes/1/facts')).json()).toMatchObject({
      cpuModel: 'Test',
      disks: [
        {
          model: 'Fast',
          serial: DISK_SERIAL,
          inUse: false,
          contents: [expect.stringContaining('ext4')],
          unread: false,
        },
      ],
      unread: [],
    });
    await set.send(post('/api/node-configurations', { selector, configuration }));
    const assigned = (await set.send('/api/nodes/1/configuration')).json();
    expect(assigned).toMatchObject({ configuration: { id: 1, selector: { mac: '52:54:00:12:34:56' } } });
    expect((await set.send('/api/nodes/2/configuration')).status).toBe(404);
  });

  it('returns which disks an agent could not read, also of an agent of an earlier version', async () => {
    const set = await setUp();
    const unread = { part: 'contents', disk: '/dev/vda', reason: 'unreadable' };
    const unseen = ['the content of /dev/vda, which cannot be read'];
    for (const facts of [
      { ...machineFacts(), unseen },
      { ...machineFacts(), unseen, unread: [unread] },
    ]) {
      const { id } = await registerAgent(set, { facts: JSON.stringify(facts) });
      expect((await set.send(`/api/nodes/${id}/facts`)).json()).toMatchObject({
        disks: [{ path: '/dev/vda', unread: true }],
        unread: [unread],
      });
    }
  });

  it('sets a node with a network card to boot the medium', async () => {
    const { send } = await setUp();
    await send(post('/api/nodes', { macs: ['52:54:00:12:34:56'] }));
    await send(post('/api/nodes', { serial: 'S1' }));
    const put = (id: number) =>
      send({ method: 'PUT', url: `/api/nodes/${id}/boot`, json: { boot: 'medium' } });
    expect((await put(1)).json().boot).toBe('medium');
    expect((await put(2)).status).toBe(409);
  });

  it('requires the right to administer for approvals, releases and power, and the right to view for reading', async () => {
    const { send } = await setUp();
    const { paths } = (await send('/openapi.json')).json() as {
      paths: Record<string, Record<string, { security: readonly { bearer: readonly string[] }[] }>>;
    };
    const rightOf = (method: string, path: string): string | undefined =>
      paths[`/api/nodes${path}`]?.[method]?.security[0]?.bearer[0];
    const changes = [
      ['post', ''],
      ['post', '/tokens'],
      ['post', '/{id}/approve'],
      ['delete', '/{id}'],
      ['post', '/{id}/power'],
      ['put', '/{id}/controller'],
    ] as const;
    expect(changes.map(([method, path]) => rightOf(method, path))).toEqual(changes.map(() => 'administer'));
    // Each request logs in to the management controller, with a password that an administrator has stored.
    expect(rightOf('get', '/{id}/power')).toBe('administer');
    const reads = [
      '',
      '/{id}/runs/{run}/events',
      '/{id}',
      '/{id}/plan',
      '/{id}/facts',
      '/{id}/configuration',
    ];
    expect(reads.map((path) => rightOf('get', path))).toEqual(reads.map(() => 'view'));
  });
});
