import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalLimits, repetitionLimits, UNRECORDED_OF_AGENTS } from '../../people/record-changes.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import { DISK_SERIAL, machineFacts, registerAgent } from '../../testing/agents.ts';
import { installable, setUp, type SetUp } from '../../testing/service.ts';

const configuration = JSON.stringify({
  ...(JSON.parse(installable) as object),
  harddrives: [`serial=${DISK_SERIAL}`],
});

const post = (url: string, json: object) => ({ method: 'POST', url, json });

/** Returns the entries of agents, oldest first. */
async function readEntries({ send }: SetUp): Promise<AuditEntry[]> {
  const entries = (await send('/api/audit?limit=1000')).json() as AuditEntry[];
  return entries.filter(({ action }) => action.startsWith('POST /agent/')).toReversed();
}

describe('the audit log', () => {
  it('records registrations, claims and reports of agents with the digest of the plan, and no heartbeats and events', async () => {
    const set = await setUp();
    const selector = { mac: '52:54:00:12:34:56' };
    await set.send(post('/api/node-configurations', { selector, configuration }));
    const agent = await registerAgent(set);
    const node = `/api/nodes/${agent.id}`;
    await set.send(post(`${node}/approve`, { code: agent.code }));
    const { digest } = (await set.send(`${node}/plan`)).json() as { readonly digest: string };
    await set.send(post(`${node}/install`, { planSha256: digest, ending: 'wait' }));
    await agent.send('');
    await agent.send('/claim', { run: 1, nonce: 'nonce' });
    await agent.send('/claim/confirmation', { run: 1, nonce: 'nonce' });
    await agent.send('/claim', { run: 1, nonce: 'another' });
    await agent.send('/events', { run: 1, events: [{ number: 1, type: 'log', data: '{}' }] });
    await agent.send('/report', { run: 1 });
    const erase = await set.send(post(`${node}/erase`, { disks: [DISK_SERIAL], method: 'zero' }));
    expect(erase.status, erase.text()).toBe(202);
    await agent.send('/claim', { run: 2, nonce: 'nonce' });
    await agent.send('/report', { run: 2, failure: { message: 'canary' } });

    const entries = await readEntries(set);
    expect(entries.map(({ action, status, digest: plan }) => [action, status, plan])).toEqual([
      ['POST /agent/registrations', 201, null],
      ['POST /agent/orders/claim', 200, digest],
      ['POST /agent/orders/claim', 409, digest],
      ['POST /agent/orders/report', 204, digest],
      ['POST /agent/orders/claim', 200, null],
      ['POST /agent/orders/report', 204, null],
    ]);
    for (const { actor, credential, subject, token, action } of entries) {
      const expected = action === 'POST /agent/registrations' ? 'agent-token' : 'agent-key';
      expect([actor, credential, subject, token]).toEqual(['node 1', expected, '/api/nodes/1', null]);
    }
    expect((await set.send('/api/audit/verification')).json()).toMatchObject({ problems: [] });
    const text = JSON.stringify(entries);
    for (const secret of [agent.key, 'canary', 'nonce']) expect(text).not.toContain(secret);
  });

  it('has at most a hundred entries per minute of refused registrations, and none of requests with an unknown key', async () => {
    const set = await setUp();
    const registration = (token: string) => ({
      token,
      key: randomBytes(24).toString('base64url'),
      macs: ['52:54:00:12:34:56'],
      labels: {},
      facts: JSON.stringify(machineFacts()),
    });
    const send = (url: string, json: object, authorization = '') =>
      set.send({ method: 'POST', url, json, headers: { authorization } });
    for (let count = 0; count < refusalLimits.entries + 5; count += 1)
      expect((await send('/agent/registrations', registration('canary-token'))).status).toBe(403);
    const unknown = `Bearer ${'k'.repeat(32)}`;
    expect((await send('/agent/orders/claim', { run: 1, nonce: 'n' }, unknown)).status).toBe(401);
    await registerAgent(set);
    const entries = await readEntries(set);
    expect(entries).toHaveLength(refusalLimits.entries + 1);
    expect(entries[0]).toMatchObject({ actor: null, credential: 'none', subject: '/agent/registrations' });
    expect(entries.at(-1)).toMatchObject({ actor: 'node 1', status: 201 });
    expect(JSON.stringify(entries)).not.toContain('canary');
  });

  it('has at most ten entries per hour of repeated registrations, and as many of repeated claims and reports', async () => {
    const set = await setUp();
    const token = (await set.send(post('/api/nodes/tokens', {}))).json().token as string;
    const key = randomBytes(24).toString('base64url');
    const more = { token, key };
    const agent = await registerAgent(set, more);
    const { entries: limit } = repetitionLimits;
    const count = async (action: string): Promise<number> =>
      (await readEntries(set)).filter((entry) => entry.action === `POST /agent/${action}`).length;
    for (let repetition = 0; repetition < limit + 5; repetition += 1) await registerAgent(set, more);
    expect(await count('registrations')).toBe(1 + limit);

    const node = `/api/nodes/${agent.id}`;
    await set.send(post(`${node}/approve`, { code: agent.code }));
    const erase = async (run: number): Promise<void> => {
      expect((await set.send(post(`${node}/erase`, { disks: [DISK_SERIAL] }))).status).toBe(202);
      for (let repetition = 0; repetition < limit; repetition += 1)
        expect((await agent.send('/claim', { run, nonce: 'nonce' })).status).toBe(200);
      for (let repetition = 0; repetition < limit; repetition += 1)
        expect((await agent.send('/report', { run })).status).toBe(204);
    };
    await erase(1);
    const ends = (await count('orders/claim')) + (await count('orders/report'));
    expect(ends).toBe(2 + limit);
    // The first claim and the first report of another run are recorded.
    await erase(2);
    expect((await count('orders/claim')) + (await count('orders/report'))).toBe(ends + 2);
  });

  it('covers all routes of agents', async () => {
    const { send } = await setUp();
    const { paths } = (await send('/openapi.json')).json() as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const routes = Object.entries(paths)
      .filter(([path]) => path.startsWith('/agent/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    const recorded = routes.filter((route) => !UNRECORDED_OF_AGENTS.has(route));
    expect(recorded.toSorted()).toEqual([
      'POST /agent/orders/claim',
      'POST /agent/orders/report',
      'POST /agent/registrations',
    ]);
    expect(routes).toHaveLength(recorded.length + UNRECORDED_OF_AGENTS.size);
  });
});
