import { expect, it } from 'vitest';
import { DISK_SERIAL, machineFacts, registerAgent } from '../../testing/agents.ts';
import { installable, planOf, setUp } from '../../testing/service.ts';

const OTHER_SERIAL = 'S5GXNX0T123456B';
const raid = { 'x-writ': { disk: { raid: 1 } } };

it('a node is installed onto a RAID 1 of the two disks in harddrives', async () => {
  const set = await setUp();
  const post = (url: string, json: object) => set.send({ method: 'POST', url, json });
  const [disk] = machineFacts().disks;
  const facts = {
    ...machineFacts(),
    disks: [disk!, { ...disk!, path: '/dev/vdb', serial: OTHER_SERIAL }],
  };
  const harddrives = [DISK_SERIAL, OTHER_SERIAL].map((serial) => `serial=${serial}`);
  const configuration = JSON.stringify({ ...(JSON.parse(installable) as object), ...raid, harddrives });
  const selector = { mac: '52:54:00:12:34:56' };
  expect((await post('/api/node-configurations', { selector, configuration })).status).toBe(201);
  const agent = await registerAgent(set, { facts: JSON.stringify(facts) });
  await post(`/api/nodes/${agent.id}/approve`, { code: agent.code });
  const plan = await set.send(`/api/nodes/${agent.id}/plan`);
  expect(plan.status, plan.text()).toBe(200);
  const { digest, text } = plan.json() as { readonly digest: string; readonly text: string };
  expect(text).toContain('mdadm');
  expect(text).toMatch(/\/dev\/vda[^]*\/dev\/vdb/);
  await post(`/api/nodes/${agent.id}/install`, { planSha256: digest });
  const claimed = (await agent.send('/claim', { run: 1, nonce: 'nonce' })).json() as Record<string, string>;
  expect(claimed['planSha256']).toBe(digest);
  expect(JSON.parse(claimed['config']!)).toMatchObject({ ...raid, harddrives });
});

it('an image cannot be a RAID 1, and a single device is refused with a reference to agents', async () => {
  const { send } = await setUp({ devices: true });
  const configuration = JSON.stringify({ ...(JSON.parse(installable) as object), ...raid });
  const image = await send(planOf(configuration));
  expect([image.status, image.text()]).toEqual([
    422,
    expect.stringContaining('only disks can form a RAID, not images'),
  ]);
  const device = await send({
    method: 'POST',
    url: '/api/installs/plan',
    json: { configuration, device: '/dev/vda', facts: JSON.stringify(machineFacts()) },
  });
  expect([device.status, device.text()]).toEqual([
    422,
    expect.stringContaining('install with an agent, because a request has exactly one target'),
  ]);
});
